// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/cells.hpp>
#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/column/column_memory.hpp>
#include <stencil/column/dense.hpp>
#include <stencil/config.hpp>
#include <stencil/error.hpp>

namespace stencil {

template <class Destination, class Arg>
struct RunningMeanOfColumn;

/// The mean of an expression over the layer around each center.
template <class E>
struct STENCIL_LAZY RunningMeanNode {
  struct stencil_node {};
  struct stencil_whole_column {};
  using argument_location = Center;
  using value_type = real_of<typename E::value_type>;
  using location = Center;
  using space = typename E::space;
  using children = ChildList<E>;
  static constexpr auto child_rows = ChildRows::all;
  static constexpr int cost = 0;
  static constexpr const char* name = "running_mean";

  E arg;
  double depth;

  template <int, class N>
  static constexpr auto& child(N& node) {
    return node.arg;
  }
  template <class N>
  RunningMeanNode<N> rebuilt(const N& other) const {
    return {other, depth};
  }

  template <class At>
  STENCIL_FUNCTION constexpr value_type value(const At& at) const {
    return DenseProduct<Center, Center, E>{arg, {}, {}}.value(at);  // the same sentence as for a dense operator
  }

  template <class Backend, int>
  static constexpr bool reads_values_often = true;
  template <class Into, class Arg, class Columns>
  RunningMeanOfColumn<Into, Arg> column_of(const Into& into, const Arg& values, const Columns&) const {
    return {into, values, depth};
  }
};

/// One column of it, or its cells by teams.
template <class Destination, class Arg>
struct RunningMeanOfColumn {
  Destination destination;
  Arg arg;
  double depth;

  STENCIL_FUNCTION void operator()(const EvaluatedColumns& columns, std::ptrdiff_t column) const {
    side_by_side<1>(columns, column);
  }
  STENCIL_FUNCTION bool are_alike(const EvaluatedColumns& columns) const { return !columns.heights_per_column; }
  template <int Count>
  STENCIL_FUNCTION void side_by_side(const EvaluatedColumns& columns, std::ptrdiff_t first) const {
    const double reach = reach_in(columns, first);
    for (int k = 0; k < columns.levels; ++k) {
      double sum[Count];
      const double taken = sums(columns, [&](int held) { return first + held; }, k, reach, sum);
      for (int held = 0; held < Count; ++held) store(first + held, k, sum[held] / taken);
    }
  }

  /// Columns of the same heights that a member of a team takes at once: their layers have the same parts of cells.
  static constexpr int most_held = 4;
  CellsToShare cells(const ColumnGridData& grid) const {
    using T = typename Destination::value_type;
    return {.rows = grid.levels,
            .across = memory_of(destination).across(),
            .alike = !grid.per_column,
            .of_value = sizeof(T)};
  }
  template <class Team, int Held>
  STENCIL_FUNCTION void operator()(const Team&, const CellsToShare&, const EvaluatedColumns& columns,
                                   const CellsOfMember<Held>& mine) const {
    const double reach = reach_in(columns, mine.column(0));
    for (int k = mine.cell; k < columns.levels; k += mine.along) {
      double sum[Held];
      const double taken = sums(columns, [&](int held) { return mine.column(held); }, k, reach, sum);
      for (int held = 0; held < Held; ++held)
        if (mine.has(held)) store(mine.column(held), k, sum[held] / taken);
    }
  }

 private:
  /// How far the layer goes to either side of a center; on a ring no further than once around.
  STENCIL_FUNCTION double reach_in(const EvaluatedColumns& columns, std::ptrdiff_t column) const {
    const double reach = depth / 2;
    if (!columns.periodic) return reach;
    const double around = face_height(columns, column, columns.levels) - face_height(columns, column, 0);
    return around < reach ? around : reach;
  }
  /// The integral over the layer around cell k in columns of the same heights, `column(0)` and so on, and the depth of
  /// what the layer has of the column.
  template <int Held, class Column>
  STENCIL_FUNCTION double sums(const EvaluatedColumns& columns, const Column& column, int k, double reach,
                               double (&sum)[Held]) const {
    const auto thickness_of = [&](int cell) {
      return *columns.metric_double.place<Center, MetricKind::dz>(column(0), cell);
    };
    for (double& of_column : sum) of_column = 0;
    double taken = 0;
    // From the center outward, to one side and then to the other: first the part of its own cell.
    for (const int way : {-1, 1}) {
      double left = reach;
      int cell = k;
      double thickness = thickness_of(k) / 2;
      for (int cells = 0; cells <= columns.levels && left > 0; ++cells) {
        const double part = thickness < left ? thickness : left;
        if (part > 0) {  // a cell without thickness may hold a NaN
          for (int held = 0; held < Held; ++held) sum[held] += part * value(columns, column(held), cell);
        }
        taken += part;
        left -= part;
        cell += way;
        if (columns.periodic) cell = cell < 0 ? columns.levels - 1 : cell == columns.levels ? 0 : cell;
        if (cell < 0 || cell == columns.levels) break;
        thickness = thickness_of(cell);
      }
    }
    return taken;
  }
  STENCIL_FUNCTION double value(const EvaluatedColumns& columns, std::ptrdiff_t column, int cell) const {
    return static_cast<double>(arg.value(RowCursor<plan::StoreNothing, Center>{columns, column, cell, nullptr, 0}));
  }
  STENCIL_FUNCTION void store(std::ptrdiff_t column, int k, double mean) const {
    destination.data[column * destination.strides.column() + k * destination.strides.level()] =
        static_cast<typename Destination::value_type>(mean);
  }
};

/// The mean of an expression at centers over the layer of this depth [m] around each center, half of it above and half
/// below: sum of x_j d_j / sum of d_j, d_j what the layer has of cell j. Where the layer leaves the column, the mean
/// over what is inside; on a ring the layer goes around, once at most in either direction. It stands anywhere in an
/// expression. A constant stays one and no new extremes arise; the column's sum of x dc is kept only where no layer
/// leaves the column and all cells are equal. Error unless the depth is above zero.
///
/// An argument that is no field is computed once. The work for a cell is proportional to the cells in the layer.
template <IsOperand E>
auto running_mean(E&& e, double depth) {
  refuse_temporaries<E>();
  if (!(depth > 0)) throw Error("running_mean takes the mean over a layer whose depth in metres is above zero");
  using N = node_of<E>;
  constexpr bool at_faces = std::is_same_v<typename N::location, Face>;
  static_assert(!at_faces,
                "stencil: running_mean takes values at centers, but was given values at faces; bring them there first, "
                "running_mean(InterpolateF2C()(w), 200.0)");
  if constexpr (!at_faces) {
    if constexpr (takes_columns_of<Center, N>()) return RunningMeanNode<N>{as_node(e), depth};
  }
}
/// A compile-time error without a depth, and for one that differs from place to place.
template <IsOperand E, IsOperand... Depth>
  requires(sizeof...(Depth) < 2)
auto running_mean(E&&, Depth&&...) {
  static_assert(!std::is_same_v<E, E>,
                "stencil: running_mean takes an expression at centers and a number, the depth of the layer in metres: "
                "running_mean(x, 200.0)");
}

}  // namespace stencil
