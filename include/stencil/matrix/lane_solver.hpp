// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/evaluate/deal.hpp>
#include <stencil/matrix/solve.hpp>

template <class Matrix, class Right>
struct stencil::registers::LoadedWords<stencil::Solve<Matrix, Right>> {
  static constexpr int value = LoadedWords<Matrix>::value + LoadedWords<Right>::value;
};

namespace stencil::elimination {

/// Whether lanes can solve a system: one entry on each side of the diagonal, and values that lanes can evaluate.
template <class Node>
inline constexpr bool fits_lanes =
    Node::system::below <= 1 && Node::system::above <= 1 && registers::fits<typename Node::matrix_type> &&
    registers::fits<typename Node::right_type>;

/// An equation between the unknowns of three lanes: x + below x_below + above x_above = right.
template <class Entry, class Value>
struct Equation {
  Entry below;
  Entry above;
  Value right;
};

/// One lane's part of a tridiagonal system. The lane eliminates its own rows but the last; the last unknowns of all
/// lanes of the column form a tridiagonal system again, which they solve together by parallel cyclic reduction; then
/// each finds its other unknowns. (Hockney 1965; the division into chunks as in Wang 1981, ACM TOMS 7.) The lanes of a
/// column must all be in one team. Full: all rows of all lanes are rows of the column; otherwise those beyond its end
/// are rows of the identity.
template <bool Full, class L, class Out>
struct LaneSolver {
  using Node = typename Out::expression_type;
  using Location = typename Out::location;
  using System = typename Node::system;
  using Entry = typename System::entry;
  using Value = typename System::value;
  using Across = Equation<Entry, Value>;
  static constexpr int held = L::held;
  static constexpr bool faces = std::is_same_v<Location, Face>;
  static_assert(held >= 2);

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
    const auto unknowns = solved(matrix, right);
    lane.exchange.meet();
    if (lane.works) registers::store(lane, out, unknowns, mask);
  }

 private:
  struct Entries {
    Entry below;
    Entry at;
    Entry above;
  };

  template <class Matrix>
  STENCIL_FUNCTION Entries entries(const Matrix& matrix, int i) const {
    const int rows = rows_at<Location>(lane.columns.levels);
    const int row = lane.first_row + i;
    const auto& e = matrix[i];
    return {row > 0 && row < rows ? Entry(e.template at<-2>()) : Entry{},
            row < rows ? Entry(e.template at<0>()) : Entry(1), row + 1 < rows ? Entry(e.template at<2>()) : Entry{}};
  }

  template <class Matrix, class Right>
  STENCIL_FUNCTION auto solved(const Matrix& matrix, const Right& right) const {
    const int rows = rows_at<Location>(lane.columns.levels);
    // The top face is folded into the row below it where it is one row more than the lane holds.
    const bool folds = faces && lane.topmost && lane.first_row + held + 1 == rows;
    Entries top{};
    Entry top_scale{};
    Value top_right{};
    if constexpr (faces) {
      top = entries(matrix, held);
      top_scale = inverted(folds ? top.at : Entry(1));
      top_right = folds ? Value(right[held]) : Value{};
    }

    // x_i + below x_(last of the lane below) + above x_(i+1) = right, from the first row to the last
    Across row[held];
    unrolled<held>([&](int i) {
      Entries e = entries(matrix, i);
      Value r = Full || lane.first_row + i < rows ? Value(right[i]) : Value{};
      if (faces && i == held - 1 && folds) {
        e.at = e.at - e.above * (top_scale * top.below);
        r = r - e.above * (top_scale * top_right);
        e.above = Entry{};
      }
      if (i == 0) {
        const Entry scale = inverted(e.at);
        row[0] = {scale * e.below, scale * e.above, scale * r};
      } else {
        const Across& lower = row[i > 0 ? i - 1 : 0];
        const Entry scale = inverted(e.at - e.below * lower.above);
        row[i] = {-(scale * (e.below * lower.below)), scale * e.above, scale * (r - e.below * lower.right)};
      }
    });

    Value x = last_unknown(row);
    const Value x_below = with_neighbour(x, -1);  // where there is none, times zero
    RowValues<Value, 0, held + (faces ? 1 : 0)> unknowns;
    unknowns[held - 1] = x;
    unrolled<held - 1>([&](int n) {
      const int i = held - 2 - n;
      x = row[i].right - row[i].below * x_below - row[i].above * x;
      unknowns[i] = x;
    });
    if constexpr (faces) unknowns[held] = top_scale * (top_right - top.below * unknowns[held - 1]);
    return unknowns;
  }

  /// 1 / pivot; teams may have a quicker way to divide.
  STENCIL_FUNCTION Entry inverted(const Entry& pivot) const {
    if constexpr (requires { lane.exchange.inverse(pivot); }) {
      return lane.exchange.inverse(pivot);
    } else {
      return inverse(pivot);
    }
  }

  STENCIL_FUNCTION int index() const { return lane.first_row / held; }
  STENCIL_FUNCTION int lanes() const { return (lane.columns.levels + held - 1) / held; }

  /// What the lane so many places away holds; the lane's own where the column has none there, to be multiplied by the
  /// zero that leads there.
  template <class T>
  STENCIL_FUNCTION T with_neighbour(const T& mine, int distance) const {
    const int other = index() + distance;
    return lane.exchange.from_lane(mine, other >= 0 && other < lanes() ? distance : 0);
  }

  STENCIL_FUNCTION Value last_unknown(const Across (&row)[held]) const {
    // The first unknown by the last ones of this lane and the lane below.
    Across first = row[held - 2];
    unrolled<held - 2>([&](int n) {
      const Across& r = row[held - 3 - n >= 0 ? held - 3 - n : 0];
      first = {r.below - r.above * first.below, -(r.above * first.above), r.right - r.above * first.right};
    });
    const Across& last = row[held - 1];
    const Across next = with_neighbour(first, 1);
    const Entry scale = inverted(Entry(1) - last.above * next.below);
    Across e{scale * last.below, -(scale * (last.above * next.above)), scale * (last.right - last.above * next.right)};

    for (int distance = 1; distance < lanes(); distance *= 2) {
      const Across lower = with_neighbour(e, -distance);
      const Across upper = with_neighbour(e, distance);
      const Entry s = inverted(Entry(1) - e.below * lower.above - e.above * upper.below);
      e = {-(s * (e.below * lower.below)), -(s * (e.above * upper.above)),
           s * (e.right - e.below * lower.right - e.above * upper.right)};
    }
    return e.right;
  }
};

template <bool Full = false, class L, class Out>
STENCIL_FUNCTION void solve_lane(const L& lane, const Out& out) {
  LaneSolver<Full, L, Out>{lane, out}.run();
}

}  // namespace stencil::elimination
