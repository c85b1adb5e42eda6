// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/assign/check.hpp>
#include <stencil/error.hpp>
#include <stencil/plan/text.hpp>
#include <stencil/plan/walk.hpp>

namespace stencil::detail::differentiation {

/// f(leaf, whether it is the field itself) for each operand of an expression that shares memory with a field. One that
/// is not the field itself is another view of its memory, such as a wrapped array.
template <class Field, class N, class F>
constexpr void each_reading(const Field& field, const N& e, const F& f) {
  const plan::AnyLeaf own(field);
  plan::each_leaf<plan::StoreNothing>(e, [&](const auto& leaf, plan::ReadAs) {
    using Leaf = std::remove_cvref_t<decltype(leaf)>;
    if constexpr (plan::IsMemory<Leaf>::value) {
      const plan::AnyLeaf one(leaf);
      const bool same = std::is_same_v<Leaf, Field> && one.data == own.data && checks::same_strides(one, own);
      if (same) return f(one, true);
      if (!checks::has_memory(one) || !checks::has_memory(own) || one.grid->columns != own.grid->columns) return;
      if (checks::share_memory(one, own)) f(one, false);
    }
  });
}
/// Whether an expression reads memory of a field.
template <class Field, class N>
constexpr bool occurs(const Field& field, const N& e) {
  bool found = false;
  each_reading(field, e, [&](const plan::AnyLeaf&, bool) { found = true; });
  return found;
}
/// Throws Error if an expression does not read the field by which it is differentiated, which is most often a mistake,
/// or reads its memory through another view, whose derivative would be left out.
template <class Field, class N>
constexpr void require_occurs(const char* what, const Field& field, const N& e,
                              const char* instead = "give wrt() the field that the expression reads") {
  bool found = false;
  each_reading(field, e, [&](const plan::AnyLeaf& leaf, bool is_field) {
    if (!is_field) {
      throw Error(std::string(what) + ": " + plan::formula(e) + " reads memory of " + checks::describe(field) + " as " +
                  checks::describe(leaf) +
                  " too, which would count as a constant; read it through the field by which it is differentiated");
    }
    found = true;
  });
  if (found) return;
  throw Error(std::string(what) + ": " + checks::describe(field) + " does not occur in " + plan::formula(e) +
              ", so that the derivative by it is zero; " + instead);
}

}  // namespace stencil::detail::differentiation
