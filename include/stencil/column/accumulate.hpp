// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <stencil/columnwise/march.hpp>
#include <stencil/error.hpp>
#include <stencil/expression/fold.hpp>
#include <stencil/expression/math.hpp>
#include <stencil/nodes/column_accumulation.hpp>

namespace stencil {

namespace detail::folding {

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

}  // namespace detail::folding

/// The running value of column_reduce at each row of the destination, a CenterField or FaceField: transform of init and
/// all values that a march in the given direction has passed when it reaches the row, the row's own included where both
/// are at the same location. From centers to faces the first face has transform(init); from faces to centers the last
/// face is not taken. Arguments as those of column_reduce. GridError on a ring, which has no end to begin at.
template <class Op, class Init, class Transform, class Direction, IsOperand... E>
STENCIL_FUNCTION constexpr auto column_accumulate(const Op& op, Init&& init, Transform transform, Direction way,
                                                  E&&... e) {
  refuse_temporaries<Init, E...>();
  if constexpr (detail::folding::goes_along<Direction>()) {
    return detail::folding::accumulation<AnyLocation>("column_accumulate", op, init, transform, way, e...);
  } else {
    return 0.0;  // so that no other error follows
  }
}
/// The same with the location of its values, Center or Face, where the destination does not say it: inside a column
/// function, whose running values are otherwise where e... are.
template <class To, class Op, class Init, class Transform, class Direction, IsOperand... E>
  requires(std::is_same_v<To, Center> || std::is_same_v<To, Face>)
STENCIL_FUNCTION constexpr auto column_accumulate(const Op& op, Init&& init, Transform transform, Direction way,
                                                  E&&... e) {
  refuse_temporaries<Init, E...>();
  if constexpr (detail::folding::goes_along<Direction>()) {
    return detail::folding::accumulation<To>("column_accumulate", op, init, transform, way, e...);
  } else {
    return 0.0;  // so that no other error follows
  }
}
/// A compile-time error for too few arguments.
template <class... Given>
  requires(sizeof...(Given) < 4)
STENCIL_FUNCTION constexpr double column_accumulate(const Given&...) {
  static_cast<void>(detail::folding::goes_along<void(Given...)>());
  return 0.0;  // so that no other error follows
}

}  // namespace stencil
