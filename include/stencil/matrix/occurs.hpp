// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/assign/check.hpp>
#include <stencil/error.hpp>
#include <stencil/plan/text.hpp>
#include <stencil/plan/walk.hpp>

namespace stencil::detail::differentiation {

/// Whether an expression reads a field, by the comparison that differentiation uses.
template <class Field, class N>
constexpr bool occurs(const Field& field, const N& e) {
  bool found = false;
  plan::each_leaf<plan::StoreNothing>(e, [&](const auto& leaf, plan::ReadAs) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(leaf)>, Field>) found = found || leaf.data == field.data;
  });
  return found;
}
/// Throws Error if an expression does not read the field by which it is differentiated, which is most often a mistake.
template <class Field, class N>
constexpr void require_occurs(const char* what, const Field& field, const N& e,
                              const char* instead = "give wrt() the field that the expression reads") {
  if (occurs(field, e)) return;
  throw Error(std::string(what) + ": " + detail::checks::describe(field) + " does not occur in " + plan::formula(e) +
              ", so that the derivative by it is zero; " + instead);
}

}  // namespace stencil::detail::differentiation
