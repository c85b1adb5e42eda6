// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include <stencil/columnwise/march.hpp>
#include <stencil/expression/fold.hpp>
#include <stencil/expression/math.hpp>
#include <stencil/finite.hpp>
#include <stencil/nodes/column_reduction.hpp>

namespace stencil {

namespace detail::folding {

/// a where the condition holds, else b; also b where b is a NaN, which a comparison may not have detected.
template <class C, class T>
STENCIL_FUNCTION constexpr auto where_number(const C& condition, const T& a, const T& b) {
  if constexpr (STENCIL_ONLY_BITS_TELL) {
    return where(is_nan(b), b, where(condition, a, b));
  } else {
    return where(condition, a, b);
  }
}
struct SmallerOrNaN {
  static constexpr bool same_in_any_grouping = true;
  static constexpr int cost = 3;
  template <class T>
  STENCIL_FUNCTION constexpr auto operator()(const T& a, const T& b) const {
    return where_number(a < b || is_nan(a), a, b);
  }
};
struct LargerOrNaN {
  static constexpr bool same_in_any_grouping = true;
  static constexpr int cost = 3;
  template <class T>
  STENCIL_FUNCTION constexpr auto operator()(const T& a, const T& b) const {
    return where_number(a > b || is_nan(a), a, b);
  }
};
/// Above every number of the type.
template <class T>
STENCIL_FUNCTION constexpr T above_all() {
  return std::numeric_limits<T>::has_infinity ? detail::infinite<T> : std::numeric_limits<T>::max();
}
template <class T>
STENCIL_FUNCTION constexpr T below_all() {
  return std::numeric_limits<T>::has_infinity ? -detail::infinite<T> : std::numeric_limits<T>::lowest();
}

template <class E>
STENCIL_FUNCTION constexpr void require_column() {
  using Location = typename E::location;
  static_assert(std::is_same_v<Location, Center> || std::is_same_v<Location, Face>,
                "stencil: a column reduction takes an expression with values at centers or faces");
}

template <class Op, class Init, class Finish, class Direction, class... E>
STENCIL_FUNCTION constexpr auto reduction(const char* name, const Op& op, const Init& init, const Finish& finish,
                                          Direction way, const E&... e) {
  return with_op(
      op, init, finish, way,
      [name](const auto& source, const auto& start, const auto& fold) {
        using Source = std::remove_cvref_t<decltype(source)>;
        require_column<Source>();
        if constexpr (column_functions::IsColumnValue<Source>) {
          return column_functions::reduced(source, start, fold);
        } else {
          return ColumnReduction<std::remove_cvref_t<decltype(fold)>, Source, std::remove_cvref_t<decltype(start)>>{
              source, start, fold, name};
        }
      },
      e...);
}

}  // namespace detail::folding

/// transform(op(... op(op(init, x0), x1) ..., xn)) over the rows of a column in the given direction, `from_bottom` or
/// `from_top`: a surface value. `op` is an associative function of two states; associative(op, lift) with
/// lift(value...) = the state of one row; or sequential(op) with op(state, value...), which takes the rows strictly one
/// after the other. An associative operation is grouped in one fixed way whatever computes it. The state is what `init`
/// is, a number, a Vec, a struct of numbers, or an expression with one value per column. `as_is` is the transform that
/// changes nothing. On a ring every cell and every face counts once, beginning with row 0.
template <class Op, class Init, class Transform, class Direction, IsOperand... E>
STENCIL_FUNCTION constexpr auto column_reduce(const Op& op, Init&& init, Transform transform, Direction way, E&&... e) {
  refuse_temporaries<Init, E...>();
  if constexpr (detail::folding::goes_along<Direction>()) {
    return detail::folding::reduction("column_reduce", op, init, transform, way, e...);
  } else {
    return 0.0;  // so that no other error follows
  }
}
/// A compile-time error for too few arguments.
template <class... Given>
  requires(sizeof...(Given) < 4)
STENCIL_FUNCTION constexpr double column_reduce(const Given&...) {
  static_cast<void>(detail::folding::goes_along<void(Given...)>());
  return 0.0;  // so that no other error follows
}

namespace detail::folding {
/// The type of a sum: of conditions and of integers narrower than int it is int, as in C++.
template <class T>
struct SumOf {
  using type = T;
};
template <class T>
  requires std::is_integral_v<T>
struct SumOf<T> {
  using type = decltype(+T{});
};
}  // namespace detail::folding

namespace detail::folding {
/// Whether values of E can be compared; a compile-time error if not.
template <class E>
STENCIL_FUNCTION constexpr bool compares() {
  constexpr bool numbers = !is_vec<typename node_of<E>::value_type>;
  static_assert(numbers, "stencil: column_min and column_max compare numbers; take one component, component<0>(u)");
  return numbers;
}
template <class... Arguments>
STENCIL_FUNCTION constexpr double refused_arguments() {
  static_assert(sizeof...(Arguments) > 1000,
                "stencil: column_sum, column_min, column_max and column_integral take one value with levels, such as "
                "column_max(q), and no direction; the larger of two values is max(x, y), and a number times the depth "
                "of a column is 2.0 * column_sum(spacing(Center{}))");
  return 0.0;  // so that no other error follows
}
}  // namespace detail::folding

/// The sum of the values of a column, at centers or faces; of a condition, how often it holds.
template <IsOperand E>
STENCIL_FUNCTION constexpr auto column_sum(E&& e) {
  refuse_temporaries<E>();
  using T = typename node_of<E>::value_type;
  return detail::folding::reduction("column_sum", functions::Add{}, typename detail::folding::SumOf<T>::type{}, AsIs{},
                                    from_bottom, e);
}
/// The smallest value of a column of numbers; a NaN where one of them is.
template <IsOperand E>
STENCIL_FUNCTION constexpr auto column_min(E&& e) {
  refuse_temporaries<E>();
  if constexpr (detail::folding::compares<E>())
    return detail::folding::reduction("column_min", detail::folding::SmallerOrNaN{},
                                      detail::folding::above_all<scalar_of<typename node_of<E>::value_type>>(), AsIs{},
                                      from_bottom, e);
}
/// The largest value of a column of numbers; a NaN where one of them is.
template <IsOperand E>
STENCIL_FUNCTION constexpr auto column_max(E&& e) {
  refuse_temporaries<E>();
  if constexpr (detail::folding::compares<E>())
    return detail::folding::reduction("column_max", detail::folding::LargerOrNaN{},
                                      detail::folding::below_all<scalar_of<typename node_of<E>::value_type>>(), AsIs{},
                                      from_bottom, e);
}

/// Compile-time errors for other arguments.
template <class... Arguments>
  requires(sizeof...(Arguments) != 1 || !(IsOperand<Arguments> && ...))
STENCIL_FUNCTION constexpr double column_sum(const Arguments&...) {
  return detail::folding::refused_arguments<Arguments...>();
}
template <class... Arguments>
  requires(sizeof...(Arguments) != 1 || !(IsOperand<Arguments> && ...))
STENCIL_FUNCTION constexpr double column_min(const Arguments&...) {
  return detail::folding::refused_arguments<Arguments...>();
}
template <class... Arguments>
  requires(sizeof...(Arguments) != 1 || !(IsOperand<Arguments> && ...))
STENCIL_FUNCTION constexpr double column_max(const Arguments&...) {
  return detail::folding::refused_arguments<Arguments...>();
}

}  // namespace stencil
