// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include <stencil/algorithm/order.hpp>
#include <stencil/columnwise/march.hpp>
#include <stencil/expression/children.hpp>
#include <stencil/expression/fold.hpp>
#include <stencil/expression/math.hpp>
#include <stencil/finite.hpp>
#include <stencil/view.hpp>

namespace stencil {

/// A column folded to one value: a surface node.
template <class Fold, class E, class Init>
struct ColumnReduction {
  struct stencil_node {};
  using fold_type = Fold;
  using state = typename Fold::state;
  using value_type = typename Fold::value_type;
  using location = Surface;
  using space = typename CommonSpace<typename E::space, typename Init::space>::type;

  E arg;
  Init init;
  Fold fold;
  const char* name;  ///< for text

  using children = NodeList<E, Init>;
  static constexpr auto child_rows = ChildRows::all;
  static constexpr int cost = 1;
  template <int I, class N>
  STENCIL_FUNCTION static constexpr auto& child(N& node) {
    return child_of_two<I>(node.arg, node.init);
  }
  template <class N, class From>
  STENCIL_FUNCTION constexpr ColumnReduction<Fold, N, From> rebuilt(const N& values, const From& start) const {
    return {values, start, fold, name};
  }
  template <class Text>
  auto text(const Text& of) const {
    return name + ("(" + of(arg)) + ")";
  }

  struct stencil_column_operation {};
  /// Inside a column function, of grid quantities: a value of the lane.
  template <bool Float32, class Lane>
  STENCIL_FUNCTION constexpr auto carried_out(const Lane& lane) const {
    const auto source = column_functions::as_value<Float32>(lane, arg);
    using State = std::conditional_t<Float32 && std::is_same_v<state, double>, float, state>;
    const typename Fold::template with_state<State> narrow{fold.op, fold.finish};
    return column_functions::reduced(source, init, narrow);
  }

  template <class At>
  STENCIL_FUNCTION constexpr auto value(const At& at) const {
    static_assert(std::is_same_v<typename At::destination, Surface>,
                  "stencil: a column integral, or another reduction of a column, needs its whole column, which this "
                  "operation does not have at every level; assign it to a SurfaceField and use that field here");
    if constexpr (requires { at.reduced(*this); }) {
      return fold.finish(at.reduced(*this));
    } else {
      return fold.finish(reduced(at));
    }
  }

  /// Rows that take part. The top face of a ring is the bottom one and counts once.
  template <class Columns>
  STENCIL_FUNCTION static constexpr int rows(const Columns& columns) {
    return columns.periodic ? columns.levels : rows_at<typename E::location>(columns.levels);
  }
  /// The state of one row, `p` rows along the direction.
  template <class At>
  STENCIL_FUNCTION constexpr auto row_value(const At& at, int p, int count) const {
    return arg.value(at.template at_row<typename E::location>(Fold::row(p, count)));
  }

 private:
  template <class At>
  STENCIL_FUNCTION constexpr auto reduced(const At& at) const {
    const int count = rows(at.columns);
    auto total = at.template cast<state>(init.value(at));
    const auto op = [&](const auto& a, const auto& b) { return at.template cast<state>(fold.op(a, b)); };
    if constexpr (Fold::in_order) {
      for (int p = 0; p < count; ++p) total = op(total, row_value(at, p, count));
      return total;
    } else {
      return folding::total(total, count, op, [&](int p) { return at.template cast<state>(row_value(at, p, count)); });
    }
  }
};

namespace folding {

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
  static constexpr int cost = 3;
  template <class T>
  STENCIL_FUNCTION constexpr auto operator()(const T& a, const T& b) const {
    return where_number(a < b || is_nan(a), a, b);
  }
};
struct LargerOrNaN {
  static constexpr int cost = 3;
  template <class T>
  STENCIL_FUNCTION constexpr auto operator()(const T& a, const T& b) const {
    return where_number(a > b || is_nan(a), a, b);
  }
};
/// Above every number of the type.
template <class T>
STENCIL_FUNCTION constexpr T above_all() {
  return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
}
template <class T>
STENCIL_FUNCTION constexpr T below_all() {
  return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest();
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

}  // namespace folding

/// transform(op(... op(op(init, x0), x1) ..., xn)) over the rows of a column in the given direction, `from_bottom` or
/// `from_top`: a surface value. `op` is an associative function of two states; associative(op, lift) with
/// lift(value...) = the state of one row; or sequential(op) with op(state, value...), which takes the rows strictly one
/// after the other. An associative operation is grouped in one fixed way whatever computes it; from the top,
/// inside a column function, the groups count from the lowest row, outside from the highest. The state is what `init`
/// is, a number, a Vec, a struct of numbers, or an expression with one value per column. `as_is` is the transform that
/// changes nothing. On a ring every cell and every face counts once, beginning with row 0.
template <class Op, class Init, class Transform, class Direction, Operand... E>
STENCIL_FUNCTION constexpr auto column_reduce(const Op& op, Init&& init, Transform transform, Direction way, E&&... e) {
  refuse_temporaries<Init, E...>();
  return folding::reduction("column_reduce", op, init, transform, way, e...);
}

namespace folding {
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
}  // namespace folding

/// The sum of the values of a column, at centers or faces; of a condition, how often it holds.
template <Operand E>
STENCIL_FUNCTION constexpr auto column_sum(E&& e) {
  refuse_temporaries<E>();
  using T = typename node_of<E>::value_type;
  return folding::reduction("column_sum", functions::Add{}, typename folding::SumOf<T>::type{}, AsIs{}, from_bottom, e);
}
/// The smallest value of a column of numbers; a NaN where one of them is.
template <Operand E>
STENCIL_FUNCTION constexpr auto column_min(E&& e) {
  refuse_temporaries<E>();
  return folding::reduction("column_min", folding::SmallerOrNaN{},
                            folding::above_all<scalar_of<typename node_of<E>::value_type>>(), AsIs{}, from_bottom, e);
}
/// The largest value of a column of numbers; a NaN where one of them is.
template <Operand E>
STENCIL_FUNCTION constexpr auto column_max(E&& e) {
  refuse_temporaries<E>();
  return folding::reduction("column_max", folding::LargerOrNaN{},
                            folding::below_all<scalar_of<typename node_of<E>::value_type>>(), AsIs{}, from_bottom, e);
}

}  // namespace stencil
