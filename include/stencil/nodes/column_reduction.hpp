// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/config.hpp>
#include <stencil/error.hpp>
#include <stencil/expression/children.hpp>
#include <stencil/expression/fold.hpp>
#include <stencil/expression/no_number.hpp>
#include <stencil/expression/order.hpp>
#include <stencil/expression/precision.hpp>
#include <stencil/location.hpp>
#include <stencil/view.hpp>

namespace stencil {

namespace column_functions {
/// Defined in columnwise/march.hpp.
template <class Source, class Start, class Fold>
STENCIL_FUNCTION constexpr auto reduced(const Source& source, const Start& start, const Fold& fold);
}  // namespace column_functions

/// A column folded to one value: a surface node.
template <class Fold, class E, class Init>
struct STENCIL_LAZY ColumnReduction {
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

  using children = ChildList<E, Init>;
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
    return detail::messages::joined({name, "(", of(arg), Fold::upward ? ")" : ", from the top)"});
  }

  STENCIL_IS_NO_NUMBER
  /// A compile-time error for column_sum(a)(0).
  template <class Column>
  constexpr double operator()(const Column&) const {
    static_assert(!std::is_same_v<Column, Column>,
                  "stencil: column_sum(a), or another operation on whole columns, is an expression; assign it to a "
                  "SurfaceField and ask that for the value of a column: s = column_sum(a), then s(0)");
    return 0;
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
    } else if constexpr (requires { found_in_each(*this, at); }) {  // column/search.hpp
      return fold.finish(found_in_each(*this, at));
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
    if constexpr (detail::folding::is_search<decltype(Fold::op)>) {  // in order is as good as in groups
      using detail::folding::has_found;
      for (int p = 0; p < count && !has_found(total); ++p) total = op(total, row_value(at, p, count));
      return total;
    } else if constexpr (Fold::in_order) {
      for (int p = 0; p < count; ++p) total = op(total, row_value(at, p, count));
      return total;
    } else {
      return detail::folding::total(total, count, Fold::lacking(count), op,
                                    [&](int p) { return at.template cast<state>(row_value(at, p, count)); });
    }
  }
};

}  // namespace stencil
