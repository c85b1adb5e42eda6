// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/config.hpp>

namespace stencil {

/// Whether A, deduced from a parameter A&&, is a field on its way out: its memory ends with the statement, and an
/// expression of it may not. Views of memory that belongs to others may go.
template <class A>
inline constexpr bool is_temporary_field =
    !std::is_lvalue_reference_v<A> && requires { typename std::remove_cvref_t<A>::owns_values; };

/// Refuses temporary fields in what becomes an expression.
template <class... A>
STENCIL_FUNCTION constexpr void refuse_temporaries() {
  static_assert(!(is_temporary_field<A> || ...),
                "stencil: an expression refers to the memory of its fields, but this field is a temporary, which ends "
                "with the statement; give it a name first, as in CenterField<double> x = f(); y = 2.0 * x;");
}

}  // namespace stencil
