// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <stencil/columnwise/march.hpp>
#include <stencil/error.hpp>
#include <stencil/expression/children.hpp>
#include <stencil/expression/fold.hpp>
#include <stencil/expression/math.hpp>

namespace stencil {

/// A running value along a column. A value depends on all rows before it, so it cannot be computed row by row as part
/// of an expression: alone in an assignment it has kernels of its own, else it is part of a column function. `To` is
/// Face, or Anywhere for either location of the destination.
template <class Fold, class E, class Init, class To>
struct ColumnAccumulation {
  struct stencil_node {};
  struct stencil_accumulation {};
  using fold_type = Fold;
  using state = typename Fold::state;
  using value_type = typename Fold::value_type;
  using location = To;
  using space = typename CommonSpace<typename E::space, typename Init::space>::type;
  using source = typename E::location;
  /// What a row contributes: a state, or the values that the operation takes.
  using row_type = std::conditional_t<Fold::in_order, typename E::value_type, state>;

  E arg;
  Init init;
  Fold fold;
  const char* name;  ///< for text

  using children = NodeList<E, Init>;
  static constexpr auto child_rows = ChildRows::all;
  static constexpr int cost = 2;
  template <int I, class N>
  STENCIL_FUNCTION static constexpr auto& child(N& node) {
    return child_of_two<I>(node.arg, node.init);
  }
  template <class N, class From>
  STENCIL_FUNCTION constexpr ColumnAccumulation<Fold, N, From, To> rebuilt(const N& values, const From& start) const {
    return {values, start, fold, name};
  }
  template <class Text>
  auto text(const Text& of) const {
    return name + ("(" + of(arg)) + ", from " + of(init) + ")";
  }

  template <class At>
  STENCIL_FUNCTION constexpr value_type value(const At&) const {
    static_assert(
        !std::is_same_v<At, At>,
        "stencil: a value of a cumulative integral, or of another accumulation along a column, needs its whole column, "
        "which this operation does not have; assign it to a field and use that field here");
    return {};
  }

  /// A result at the other location of a pair lies half a level after the values it is made of, or before those it is
  /// not: from centers to faces the first face has `init`, from faces to centers the last face is not taken.
  template <class Destination>
  static constexpr int shift = std::is_same_v<source, Center> && std::is_same_v<Destination, Face> ? 1 : 0;
  template <class Destination>
  STENCIL_FUNCTION static constexpr int rows_taken(int levels) {
    return rows_at<Destination>(levels) - shift<Destination>;
  }
};

/// A running value along the column.
template <class E>
concept IsAccumulation = requires { typename E::stencil_accumulation; };

namespace folding {

template <class To, class Op, class Init, class Finish, class Direction, class... E>
STENCIL_FUNCTION constexpr auto accumulation(const char* name, const Op& op, const Init& init, const Finish& finish,
                                             Direction way, const E&... e) {
  return with_op(
      op, init, finish, way,
      [name](const auto& source, const auto& start, const auto& fold) {
        using Source = std::remove_cvref_t<decltype(source)>;
        using Location = typename Source::location;
        static_assert(std::is_same_v<Location, Center> || std::is_same_v<Location, Face>,
                      "stencil: a column accumulation takes an expression with values at centers or faces");
        if constexpr (column_functions::IsColumnValue<Source>) {
          return column_functions::running<To>(source, start, fold);
        } else {
          return ColumnAccumulation<std::remove_cvref_t<decltype(fold)>, Source, std::remove_cvref_t<decltype(start)>,
                                    To>{source, start, fold, name};
        }
      },
      e...);
}

/// What only an accumulation demands of an assignment.
template <class Output>
void require_ends(const Output& output) {
  if (!output.destination.grid->periodic) return;
  throw GridError(std::string(output.expression.name) +
                  " begins at an end of the column, and a ring has none; use a bounded grid");
}

}  // namespace folding

/// The running value of column_reduce at each row of the destination, a CenterField or FaceField: transform of init and
/// all values that a march in the given direction has passed when it reaches the row, the row's own included where both
/// are at the same location. From centers to faces the first face has transform(init); from faces to centers the last
/// face is not taken. Arguments as those of column_reduce. GridError on a ring, which has no end to begin at.
template <class Op, class Init, class Transform, class Direction, Operand... E>
STENCIL_FUNCTION constexpr auto column_accumulate(const Op& op, Init&& init, Transform transform, Direction way,
                                                  E&&... e) {
  refuse_temporaries<Init, E...>();
  return folding::accumulation<Anywhere>("column_accumulate", op, init, transform, way, e...);
}
/// The same with the location of its values, Center or Face, where the destination does not say it: inside a column
/// function, whose running values are otherwise where e... are.
template <class To, class Op, class Init, class Transform, class Direction, Operand... E>
  requires(std::is_same_v<To, Center> || std::is_same_v<To, Face>)
STENCIL_FUNCTION constexpr auto column_accumulate(const Op& op, Init&& init, Transform transform, Direction way,
                                                  E&&... e) {
  refuse_temporaries<Init, E...>();
  return folding::accumulation<To>("column_accumulate", op, init, transform, way, e...);
}

}  // namespace stencil
