// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include <stencil/evaluate/registers.hpp>

/// How columns are cut into pieces for teams of lanes.
namespace stencil::registers {

/// Piece number p begins at row base(p). Neighbouring pieces overlap, because rows near a cut lack what lies beyond it.
struct Cut {
  int levels;
  bool periodic;
  int held;     ///< rows of a lane
  int lanes;    ///< of a team
  int pieces;   ///< of a column
  int step;     ///< rows from piece to piece
  int overlap;  ///< rows at a cut that the piece does not write

  STENCIL_FUNCTION int base(int piece) const { return piece * step - (periodic ? overlap : 0); }
  STENCIL_FUNCTION WrittenRows written(int piece, int lane) const {
    const int first = piece == 0 ? 0 : base(piece) + overlap;
    const int last = piece == pieces - 1 ? levels : base(piece) + overlap + step;
    return {first, last, lane == lanes - 1};
  }
};

/// Cuts columns of `levels` cells for teams of at most `most_lanes` lanes that hold `held` rows each; `reach` is how
/// far from a row the expression reads.
inline Cut cut_columns(int levels, bool periodic, int held, int most_lanes, int reach) {
  Cut cut{levels, periodic, held, 0, 1, 0, 0};
  cut.overlap = most_lanes == 1 ? reach : (reach + held - 1) / held * held;
  // A ring has no end rows; its pieces overlap at both ends.
  const int needed = levels + (periodic ? 2 * cut.overlap : 0);
  cut.lanes = std::min(most_lanes, (needed + held - 1) / held);
  const bool whole = needed <= held * cut.lanes;
  cut.step = held * cut.lanes - (periodic || !whole ? 2 * cut.overlap : 0);
  // The first and the last piece of a bounded column overlap at one end only.
  if (!whole) cut.pieces = (needed - 2 * cut.overlap + cut.step - 1) / cut.step;
  return cut;
}

/// What the types of an evaluation say about the way it is cut.
template <class Outs>
struct Shape;
template <class... O>
struct Shape<Outputs<O...>> {
  /// Rows beyond a row that its value depends on.
  static constexpr int reach = [] {
    int most = 0;
    const auto take = [&most](int halves) { most = halves / 2 + 1 > most ? halves / 2 + 1 : most; };
    (take(plan::Reach<typename O::expression_type>::halves), ...);
    (take(plan::Reach<std::remove_const_t<decltype(O::mask)>>::halves), ...);
    return most;
  }();
  static constexpr bool levels_contiguous = (O::destination_type::layout::levels_contiguous && ...);
  static constexpr bool fits =
      ((registers::fits<typename O::expression_type> && registers::fits<std::remove_const_t<decltype(O::mask)>> &&
        !std::is_same_v<typename O::location, Surface>) &&
       ...);
  /// Bytes of the widest destination value.
  static constexpr std::size_t widest = [] {
    std::size_t most = 0;
    ((most = sizeof(typename O::value_type) > most ? sizeof(typename O::value_type) : most), ...);
    return most;
  }();
};

}  // namespace stencil::registers
