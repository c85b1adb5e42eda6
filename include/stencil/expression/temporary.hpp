// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/config.hpp>

namespace stencil {

/// Whether A, deduced from a parameter A&&, is a temporary field. Its memory is freed at the end of the statement, so
/// an expression must not refer to it. Temporary views, which do not own their memory, are allowed.
template <class A>
inline constexpr bool is_temporary_field =
    !std::is_lvalue_reference_v<A> && requires { typename std::remove_cvref_t<A>::owns_values; };

/// A compile-time error if an operand of an expression is a temporary field. `auto`, for which compilers read it at the
/// call, so that its sentence is the first.
template <class... A>
STENCIL_FUNCTION constexpr auto refuse_temporaries() {
  static_assert(!(is_temporary_field<A> || ...),
                "stencil: an expression refers to the memory of its fields, but this field is a temporary, which ends "
                "with the statement; give it a name first, as in CenterField<double> x = f(); y = 2.0 * x;");
}

}  // namespace stencil
