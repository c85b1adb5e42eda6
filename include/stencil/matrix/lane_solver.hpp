// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/algorithm/deal.hpp>
#include <stencil/matrix/parts.hpp>
#include <stencil/matrix/solve.hpp>

template <class Rows, class Right>
struct stencil::registers::LoadedWords<stencil::Solve<Rows, Right>> {
  static constexpr int value = LoadedWords<Rows>::value + LoadedWords<Right>::value;
};

namespace stencil::elimination {

/// What a system of band rows is to a lane: rows with as many entries on each side as rows are taken together; those
/// of a wide band as one row of blocks, which is tridiagonal then.
template <class System>
struct Taken {
  static constexpr int together = System::below > 1 || System::above > 1 ? bands::upper(System::below, System::above)
                                                                         : 1;
  using row_entry = typename System::entry;
  using row_value = typename System::value;
  using entry = std::conditional_t<together == 1, row_entry, Matrix<row_entry, together>>;
  using value = std::conditional_t<together == 1, row_value, Vec<row_value, together>>;
};

/// Whether lanes can solve a system: two entries of numbers on each side of the diagonal, or one of any kind, and
/// values that lanes can evaluate.
template <class Node>
inline constexpr bool fits_lanes =
    (Taken<typename Node::system>::together == 1 ||
     (Taken<typename Node::system>::together == 2 && std::is_arithmetic_v<typename Node::system::entry> &&
      std::is_arithmetic_v<typename Node::system::value>)) &&
    registers::fits<typename Node::matrix_type> && registers::fits<typename Node::right_type>;

/// One lane's part of a system. The lane eliminates its own rows but the last; the last unknowns of all lanes of the
/// column form a tridiagonal system again, which they solve together; then each finds its other unknowns. (The division
/// into chunks as in Wang 1981, ACM TOMS 7.) The lanes of a column must all be in one team. Rows beyond the column's
/// end are rows of the identity.
template <class L, class Out>
struct LaneSolver {
  using Node = typename Out::expression_type;
  using Location = typename Out::location;
  using Rows = Taken<typename Node::system>;
  using Entry = typename Rows::entry;
  using Value = typename Rows::value;
  using Across = Equation<Entry, Value>;
  static constexpr int together = Rows::together;
  static constexpr int held = L::held;
  static constexpr int count = held / together;  ///< of rows of blocks
  static constexpr bool faces = std::is_same_v<Location, Face>;
  static_assert(held % together == 0 && count >= 2);

  const L& lane;
  const Out& out;

  STENCIL_FUNCTION void run() const {
    using registers::AllRows;
    const auto& node = out.expression;
    const auto matrix_loaded = registers::load<AllRows>(lane, node.matrix);
    const auto right_loaded = registers::load<AllRows>(lane, node.right);
    const auto matrix = registers::evaluate<AllRows>(lane, node.matrix, matrix_loaded);
    const auto right = registers::evaluate<AllRows>(lane, node.right, right_loaded);
    const auto mask = [&] {
      if constexpr (std::is_same_v<decltype(Out::mask), NoMask>) {
        return NotHeld{};
      } else {
        return registers::evaluate<AllRows>(lane, out.mask, registers::load<AllRows>(lane, out.mask));
      }
    }();
    const auto unknowns = solved(matrix, right);  // waits for every lane: all has been read
    if (lane.works) registers::store(lane, out, unknowns, mask);
  }

 private:
  /// A row of the matrix and of the right side.
  struct Row {
    typename Rows::row_entry a[2 * together + 1];
    typename Rows::row_value right;
  };
  struct Blocks {
    Entry below, at, above;
    Value right;
  };

  /// Whether row i of the lane has the column so many places away.
  STENCIL_FUNCTION bool leads_inside(int i, int places) const {
    const int rows = rows_at<Location>(lane.columns.levels);
    if constexpr (!L::full) {
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
    const bool exists = L::full || lane.first_row + i < rows_at<Location>(lane.columns.levels);
    Row row;
    [&]<int... J>(std::integer_sequence<int, J...>) {
      ((row.a[J] = leads_inside(i, J - together) ? E(matrix[i].template at<2 * (J - together)>()) : E{}), ...);
    }(std::make_integer_sequence<int, 2 * together + 1>{});
    if (!exists) row.a[together] = E(1);
    row.right = exists ? V(right[i]) : V{};
    return row;
  }

  /// Takes the last unknown out of the row so many places below it. last: its row, divided by its diagonal.
  STENCIL_FUNCTION static void fold(const Row& last, int places, Row& row) {
    const auto factor = row.a[together + places];
    for (int j = 0; j < together; ++j) {
      const int at = j + places;
      if (at <= 2 * together) row.a[at] = row.a[at] - factor * last.a[j];
    }
    row.a[together + places] = {};
    row.right = row.right - factor * last.right;
  }

  STENCIL_FUNCTION static Blocks blocks_of(const Row* row) {
    if constexpr (together == 1) {
      return {row->a[0], row->a[1], row->a[2], row->right};
    } else {
      Blocks b{};
      unrolled<together * together>([&](int n) {
        const int r = n / together;
        const int c = n % together;
        const auto entry = [&](int j) {
          return j >= 0 && j <= 2 * together ? row[r].a[j] : typename Rows::row_entry{};
        };
        b.below.entry[r][c] = entry(c - r);
        b.at.entry[r][c] = entry(c - r + together);
        b.above.entry[r][c] = entry(c - r + 2 * together);
      });
      unrolled<together>([&](int r) { b.right[r] = row[r].right; });
      return b;
    }
  }
  STENCIL_FUNCTION static const auto& component(const Value& x, int i) {
    if constexpr (together == 1) {
      return x;
    } else {
      return x[i];
    }
  }

  template <class M, class Right>
  STENCIL_FUNCTION auto solved(const M& matrix, const Right& right) const {
    const int rows = rows_at<Location>(lane.columns.levels);
    // The top face is folded into the rows below it where it is one row more than the lane holds.
    const bool folds = faces && lane.topmost && (L::full || lane.first_row + held + 1 == rows);
    Row top{};
    if constexpr (faces) {
      top = row_of(matrix, right, held);
      const auto scale = inverted(lane.exchange, folds ? top.a[together] : typename Rows::row_entry(1));
      for (int j = 0; j < together; ++j) top.a[j] = scale * top.a[j];
      top.right = scale * top.right;
    }

    // x_i + below x_(last of the lane below) + above x_(i+1) = right, from the first row to the last
    Across row[count];
    unrolled<count>([&](int i) {
      Row taken[together];
      unrolled<together>([&](int r) {
        taken[r] = row_of(matrix, right, i * together + r);
        if (faces && i == count - 1 && folds) fold(top, together - r, taken[r]);
      });
      const Blocks e = blocks_of(taken);
      if (i == 0) {
        const Entry scale = inverted(lane.exchange, e.at);
        row[0] = {scale * e.below, scale * e.above, scale * e.right};
      } else {
        const Across& lower = row[i > 0 ? i - 1 : 0];
        const Entry scale = inverted(lane.exchange, e.at - e.below * lower.above);
        row[i] = {-(scale * (e.below * lower.below)), scale * e.above, scale * (e.right - e.below * lower.right)};
      }
    });
    Across first = row[count - 2];
    unrolled<count - 2>([&](int n) { first = with_row_below(row[count - 3 - n >= 0 ? count - 3 - n : 0], first); });

    const int lanes = (lane.columns.levels + held - 1) / held;
    const auto last = last_unknowns(lane.exchange, first, row[count - 1], lane.number, lanes);
    Value x = last.own;
    RowValues<typename Rows::row_value, 0, held + (faces ? 1 : 0)> unknowns;
    unrolled<count>([&](int n) {
      const int i = count - 1 - n;
      if (n > 0) x = row[i].right - row[i].below * last.below - row[i].above * x;
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

template <class L, class Out>
STENCIL_FUNCTION void solve_lane(const L& lane, const Out& out) {
  LaneSolver<L, Out>{lane, out}.run();
}

}  // namespace stencil::elimination
