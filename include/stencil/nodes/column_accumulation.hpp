// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/config.hpp>
#include <stencil/error.hpp>
#include <stencil/expression/children.hpp>
#include <stencil/expression/fold.hpp>
#include <stencil/location.hpp>
#include <stencil/view.hpp>

namespace stencil {

/// A running value along a column. A value depends on all rows before it, so it cannot be computed row by row as part
/// of an expression: alone in an assignment it has kernels of its own, else it is part of a column function. `To` is
/// Face, or AnyLocation for either location of the destination.
template <class Fold, class E, class Init, class To>
struct STENCIL_LAZY ColumnAccumulation {
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

  using children = ChildList<E, Init>;
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
    return detail::messages::joined(
        {name, "(", of(arg), ", from ", of(init), Fold::upward ? " at the bottom)" : " at the top)"});
  }

  template <class At>
  STENCIL_FUNCTION constexpr value_type value(const At&) const {
    static_assert(
        !std::is_same_v<At, At>,
        "stencil: a value of a cumulative integral, or of another accumulation along a column, needs its whole column, "
        "which this operation does not have; assign it to a field and use that field here");
    return {};
  }

  /// Rows, along the direction, by which a result lies after the value that it ends with: 1 from centers to faces,
  /// where the first face has `init`. From faces to centers the last face is not used.
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

}  // namespace stencil
