// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/boundary.hpp>
#include <stencil/numbers/block.hpp>
#include <stencil/numbers/dual.hpp>
#include <stencil/plan/reads.hpp>

/// Operators whose formulas are evaluated on dual numbers.
namespace stencil::detail::differentiation {

/// The type in which an operator's formula gets its arguments: dual numbers whose slopes are rows of one band around
/// the operator's own row, so that values read at different offsets can be added.
template <int Low, int High>
struct BandAround {
  template <int Halves, class V>
  STENCIL_FUNCTION static constexpr auto read(const V& v) {
    if constexpr (is_dual<V>) {
      using Slope = typename V::slope_type;
      using Moved = BandRow<typename Slope::entry_type, Low, High>;
      constexpr int first = Slope::low + Halves;
      const Moved slope = bands::row_of<Moved>([&](auto halves) {
        if constexpr (halves >= first && halves <= Slope::high + Halves) {
          return v.slope.entry[(halves - first) / 2];
        } else {
          return typename Slope::entry_type{};
        }
      });
      return Dual<typename V::number_type, Moved>(v.value, slope);
    } else if constexpr (has_duals<V> && requires { V{}[0]; }) {  // blocks in vector code
      return call_elementwise([](const auto& block) { return read<Halves>(block); }, v);
    } else if constexpr (has_duals<V>) {
      return bands::map([](const auto& entry) { return read<Halves>(entry); }, v);
    } else if constexpr (is_matrix_row<V>) {
      return v;
    } else {
      return Dual<V, BandRow<V, Low, High>>(v);
    }
  }
};
/// The same for a single derivative along a direction.
struct Directional {
  template <int, class V>
  STENCIL_FUNCTION static constexpr auto read(const V& v) {
    if constexpr (is_dual<V> || is_matrix_row<V>) {
      return v;
    } else {
      return Dual<V, V>(v);
    }
  }
};

/// An operator whose formulas are evaluated on dual numbers.
template <class Op, class Derivative>
struct Differentiated : Op {
  using derivative = Derivative;
  constexpr Differentiated() = default;
  STENCIL_FUNCTION explicit constexpr Differentiated(const Op& op) : Op(op) {}
};

/// Whether an operator is one of plain numbers, or one of derivatives along a direction.
template <class Op>
inline constexpr bool is_differentiated_once = true;
template <class Op, int Low, int High>
inline constexpr bool is_differentiated_once<Differentiated<Op, BandAround<Low, High>>> = false;

/// An expression with dual numbers as values.
template <class Needed, class Seed, class N>
STENCIL_FUNCTION constexpr N rewritten(const Seed&, const N& node);

/// Whether an operator's conditions may depend on the field: they have values per column.
template <class Seed>
inline constexpr bool reaches_conditions = std::is_same_v<typename Seed::field_type::location, Surface>;

/// A condition whose value has its derivative; the condition itself if it depends on no field of the seed's type.
template <class Seed, class Condition>
STENCIL_FUNCTION constexpr auto differentiated(const Seed&, const Condition& condition) {
  return condition;
}
template <class Seed, template <class> class Condition, class V>
  requires(IsNode<V> && reaches_conditions<Seed>)
STENCIL_FUNCTION constexpr auto differentiated(const Seed& seed, const Condition<V>& condition) {
  const auto value = rewritten<plan::AllRows>(seed, condition.value);
  using Value = std::remove_const_t<decltype(value)>;
  if constexpr (!has_duals<typename Value::value_type>) {
    return condition;
  } else if constexpr (requires { condition.with_value(value); }) {
    return condition.with_value(value);
  } else {
    return Condition<Value>(value);
  }
}
/// The same of an end of an operator.
template <Side Where, class Seed, class Op>
STENCIL_FUNCTION constexpr auto condition_with_derivative(const Seed& seed, const Op& op) {
  return differentiated(seed, op.template condition<Where>());
}
template <Side Where, class Seed, class Op>
using ConditionOf = decltype(condition_with_derivative<Where>(std::declval<const Seed&>(), std::declval<const Op&>()));
/// Whether the value of a condition has derivatives of derivatives.
template <class Condition>
inline constexpr bool has_second_slope = false;
template <template <class> class Condition, class V>
  requires IsNode<V>
inline constexpr bool has_second_slope<Condition<V>> = []<class X>(const X*) {
  if constexpr (is_dual<X>) {
    return is_dual<typename X::number_type>;
  } else {
    return false;
  }
}(static_cast<const typename V::value_type*>(nullptr));
/// A compile-time error for conditions of an operator on values without derivatives.
template <class... Conditions>
STENCIL_FUNCTION constexpr void require_one_derivative() {
  static_assert(!(has_second_slope<Conditions> || ...),
                "stencil: the value of a boundary condition is differentiated twice only where the operator's argument "
                "depends on the field too; write x + 0.0 * s for the argument x, where s is the field");
}

/// An operator whose conditions have derivatives.
template <class Op, class Derivative, class Bottom, class Top>
struct DifferentiatedWithEnds : Differentiated<Op, Derivative> {
  Bottom at_bottom_with_derivative;
  Top at_top_with_derivative;
  constexpr DifferentiatedWithEnds() = default;
  STENCIL_FUNCTION constexpr DifferentiatedWithEnds(const Op& op, const Bottom& bottom, const Top& top)
      : Differentiated<Op, Derivative>(op), at_bottom_with_derivative(bottom), at_top_with_derivative(top) {}
  template <Side Where>
  STENCIL_FUNCTION constexpr const auto& condition() const {
    if constexpr (Where == Side::bottom) {
      return at_bottom_with_derivative;
    } else {
      return at_top_with_derivative;
    }
  }
};

}  // namespace stencil::detail::differentiation
