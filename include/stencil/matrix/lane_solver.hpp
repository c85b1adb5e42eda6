// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <stencil/algorithm/deal.hpp>
#include <stencil/algorithm/rows_of_lane.hpp>
#include <stencil/algorithm/tridiagonal_parts.hpp>
#include <stencil/matrix/solve.hpp>

namespace stencil::detail::elimination {

/// How many rows of a band matrix a lane puts together to get a tridiagonal system: 1 for a tridiagonal matrix, 2 for
/// one with two entries on each side of the diagonal. The entries of the tridiagonal system are then blocks of 2 x 2.
template <class System>
struct GroupedRows {
  static constexpr int together = System::below > 1 || System::above > 1
                                      ? detail::bands::upper(System::below, System::above)
                                      : 1;
  using row_entry = typename System::entry;
  using row_value = typename System::value;
  using entry = std::conditional_t<together == 1, row_entry, Matrix<row_entry, together>>;
  using value = std::conditional_t<together == 1, row_value, Vec<row_value, together>>;
};

/// Whether lanes can solve a system: it has at most two numbers on each side of the diagonal, or one entry of any type,
/// and lanes can evaluate its matrix and its right side.
template <class Node>
inline constexpr bool fits_lanes =
    (GroupedRows<typename Node::system>::together == 1 ||
     (GroupedRows<typename Node::system>::together == 2 && std::is_arithmetic_v<typename Node::system::entry> &&
      std::is_arithmetic_v<typename Node::system::value>)) &&
    detail::registers::fits<typename Node::matrix_type> && detail::registers::fits<typename Node::right_type>;

/// One lane's part of a system. The lane eliminates all of its unknowns but the last one. The last unknowns of all
/// lanes of the column form a tridiagonal system again, which the lanes solve together. Then each lane computes its
/// other unknowns. (Wang 1981, ACM TOMS 7, divides a system in this way.) All lanes of a column must be in one team.
/// Rows beyond the column's end are rows of the identity matrix.
template <class Lane, class Out>
struct LaneSolver {
  using Node = typename Out::expression_type;
  using Location = typename Out::location;
  using Rows = GroupedRows<typename Node::system>;
  using Entry = typename Rows::entry;
  using Value = typename Rows::value;
  static constexpr int together = Rows::together;
  static constexpr int held = Lane::held;
  static constexpr int count = held / together;  ///< of rows of the tridiagonal system
  static constexpr bool faces = std::is_same_v<Location, Face>;
  static_assert(held % together == 0 && count >= 2);

  const Lane& lane;
  const Out& out;

  STENCIL_FUNCTION void run() const {
    using detail::registers::AllRows;
    const auto& node = out.expression;
    const auto matrix_loaded = detail::registers::load<AllRows>(lane, node.matrix);
    const auto right_loaded = detail::registers::load<AllRows>(lane, node.right);
    const auto matrix = detail::registers::evaluate<AllRows>(lane, node.matrix, matrix_loaded);
    const auto right = detail::registers::evaluate<AllRows>(lane, node.right, right_loaded);
    const auto mask = [&] {
      if constexpr (std::is_same_v<decltype(Out::mask), NoMask>) {
        return NotHeld{};
      } else {
        return detail::registers::evaluate<AllRows>(lane, out.mask, detail::registers::load<AllRows>(lane, out.mask));
      }
    }();
    const auto unknowns = solved(matrix, right);  // after its barriers all lanes have read their operands
    if (lane.works) detail::registers::store(lane, out, unknowns, mask);
  }

 private:
  /// A row of the band matrix and of the right side.
  struct Row {
    typename Rows::row_entry a[2 * together + 1];
    typename Rows::row_value right;
  };

  /// Whether row i of the lane is a row of the column, and so is the row `places` above it.
  STENCIL_FUNCTION bool leads_inside(int i, int places) const {
    const int rows = rows_at<Location>(lane.columns.levels);
    if constexpr (!Lane::full) {
      const int column = lane.first_row + i + places;
      return column >= 0 && column < rows && lane.first_row + i < rows;
    }
    bool inside = true;
    for (int row = 0; row < -places; ++row) inside = inside && !lane.is_row(i, row);
    for (int row = 0; row < places; ++row) inside = inside && !lane.template is_row_from_top<Location>(i, row);
    return inside;
  }

  template <class M, class Right>
  STENCIL_FUNCTION Row row_of(const M& matrix, const Right& right, int i) const {
    using E = typename Rows::row_entry;
    using V = typename Rows::row_value;
    const bool exists = Lane::full || lane.first_row + i < rows_at<Location>(lane.columns.levels);
    Row row;
    [&]<int... J>(std::integer_sequence<int, J...>) {
      ((row.a[J] = leads_inside(i, J - together) ? E(matrix[i].template at<2 * (J - together)>()) : E{}), ...);
    }(std::make_integer_sequence<int, 2 * together + 1>{});
    if (!exists) row.a[together] = E(1);
    row.right = exists ? V(right[i]) : V{};
    return row;
  }

  /// Eliminates the last unknown of a column from the row `places` below it. last: its own row, divided by its
  /// diagonal.
  STENCIL_FUNCTION static void fold(const Row& last, int places, Row& row) {
    const auto factor = row.a[together + places];
    eliminate_highest(last.a, places, row.a);
    row.a[together + places] = {};
    row.right = row.right - factor * last.right;
  }

  /// The row of the tridiagonal system made of `together` rows.
  template <class Pivots>
  STENCIL_FUNCTION static auto grouped(const Row (&row)[together], int i, Pivots& pivots) {
    if constexpr (together == 1) {
      const auto& a = row[0].a;
      return RowWithPivot<Entry, Value>{a[0], pivots.inverse(i, a[0], a[1], a[2]), a[2], row[0].right};
    } else {
      const auto b = blocks_of(row[0].a, row[1].a);
      return RowWithPivot<Entry, Value>{
          b.below, pivots.inverse(i, b.below, b.diagonal, b.above), b.above, {{row[0].right, row[1].right}}};
    }
  }
  STENCIL_FUNCTION static const auto& component(const Value& x, int i) {
    if constexpr (together == 1) {
      return x;
    } else {
      return x[static_cast<std::size_t>(i)];
    }
  }

  template <class M, class Right>
  STENCIL_FUNCTION auto solved(const M& matrix, const Right& right) const {
    const int rows = rows_at<Location>(lane.columns.levels);
    // If the top face is one row more than the lane holds, it is eliminated from the rows below it first.
    const bool folds = faces && lane.topmost && (Lane::full || lane.first_row + held + 1 == rows);
    Row top{};
    if constexpr (faces) {
      top = row_of(matrix, right, held);
      const auto scale = inverted(lane.exchange, folds ? top.a[together] : typename Rows::row_entry(1));
      for (int j = 0; j < together; ++j) top.a[j] = scale * top.a[j];
      top.right = scale * top.right;
    }

    Pivots<std::remove_cvref_t<decltype(lane.exchange)>, Entry> pivots{lane.exchange};
    const RowsOfLane<Entry, Value, count> own([&](int i) {
      Row group[together];
      unrolled<together>([&](int r) {
        group[r] = row_of(matrix, right, i * together + r);
        if (faces && i == count - 1 && folds) fold(top, together - r, group[r]);
      });
      return grouped(group, i, pivots);
    });
    const int lanes = (lane.columns.levels + held - 1) / held;
    RowValues<typename Rows::row_value, 0, held + (faces ? 1 : 0)> unknowns;
    own.each_unknown(last_unknowns(lane.exchange, own.first, own.last(), lane.number, lanes),
                     [&](int i, const Value& x) {
                       unrolled<together>([&](int r) { unknowns[i * together + r] = component(x, r); });
                     });
    if constexpr (faces) {
      auto at_top = top.right;
      for (int j = 0; j < together; ++j) at_top = at_top - top.a[j] * unknowns[held - together + j];
      unknowns[held] = at_top;
    }
    return unknowns;
  }
};

template <class Lane, class Out>
STENCIL_FUNCTION void solve_lane(const Lane& lane, const Out& out) {
  LaneSolver<Lane, Out>{lane, out}.run();
}

}  // namespace stencil::detail::elimination
