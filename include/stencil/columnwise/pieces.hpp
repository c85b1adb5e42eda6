// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/sweep_lane.hpp>
#include <stencil/plan/across.hpp>
#include <stencil/plan/operands.hpp>

/// Columns cut into pieces that a thread each goes along, row by row from the bottom up, for functions without
/// operations on whole columns. Where columns are neighbours in memory, neighbouring threads read and write
/// neighbouring values, and none waits for another. A thread begins so many rows below its piece that its results are
/// right.
namespace stencil::column_functions {

/// How columns are cut.
struct Pieces {
  int rows = 0;                       ///< of a piece, but for the highest one
  int number = 0;                     ///< of a column
  int lead = 0;                       ///< turns before the lowest row of a piece
  int behind = 0;                     ///< turns after its highest row
  int turns = 0;                      ///< of a column
  int first_away = 0, last_away = 0;  ///< turns in which no value is at an end of a column
  int apart = 0;                      ///< first turns of a thread, in which it finds values per column
  std::ptrdiff_t level_stride = 0;    ///< of all fields with levels
  bool reads_destinations = false;    ///< a field is read and written
  bool reads_heights = false;         ///< or something else that a grid has in each row

  static constexpr int most = 65535;  ///< of a column: as many as a device counts blocks beside each other

  /// As many pieces as possible, but at most `wanted`, all with the same number of rows but for the highest.
  void cut(int wanted) {
    const int all = turns - behind, pieces = wanted < most ? wanted : most;
    rows = pieces < all ? (all + pieces - 1) / pieces : 1;
    number = (all + rows - 1) / rows;
  }
  /// Chooses the number of pieces with which a device is done soonest. It carries out `at_once` blocks of threads at a
  /// time, and `blocks` blocks take one piece of each column. An estimate: more pieces fill the last round of blocks
  /// better, but each computes rows around its own. As blocks end at different times, the last round counts half for
  /// the blocks in it and half as if it were full; the start counts a quarter of a round.
  void cut_for(std::ptrdiff_t blocks, std::ptrdiff_t at_once) {
    constexpr int least_rows = 8;
    const int around = lead + behind + 1, most_pieces = (turns - behind) / largest_of(least_rows, 2 * around);
    int best = 1;
    std::ptrdiff_t best_turns = 0;
    for (int wanted = 1; wanted <= largest_of(1, most_pieces) && wanted <= most; ++wanted) {
      cut(wanted);
      const std::ptrdiff_t taken = blocks * number, rounds = (taken + at_once - 1) / at_once;
      const std::ptrdiff_t all = (2 * taken + (2 * rounds + 1) * at_once) * (rows + around);
      if (wanted > 1 && all >= best_turns) continue;
      best = wanted;
      best_turns = all;
    }
    cut(best);
  }
};

/// A thread's part of a job.
template <class Team, class Job>
STENCIL_FUNCTION void take_piece(const Job& job, const EvaluatedColumns& columns, const Pieces& pieces,
                                 std::ptrdiff_t column, int piece) {
  SweepLane<Sweep::up, Team> lane(columns);
  HistoryBlock near, far;
  lane.history = {&near, &far};
  lane.column = column;
  lane.level_stride = pieces.level_stride;
  lane.first_stored = piece * pieces.rows;
  const int all = pieces.turns - pieces.behind, left = all - lane.first_stored;
  lane.rows_stored = left < pieces.rows ? left : pieces.rows;
  int turn = largest_of(0, lane.first_stored - pieces.lead);
  lane.first_turn = turn;
  const int end = lane.first_stored + lane.rows_stored + pieces.behind;
  const int first_away = largest_of(turn + pieces.apart, pieces.first_away);
  const int last_away = end < pieces.last_away ? end : pieces.last_away;
  // One loop near the ends and one away from them, from which compilers remove what formulas do there.
  STENCIL_ROLLED_LOOP
  for (; turn < end; ++turn) {
    if (turn >= first_away && turn < last_away) {
      SweepLane<Sweep::up, Team, NotHeld, true> inside(lane);
      // With one history for both loops nvcc 13.0 takes up to a fifth more registers.
      HistoryBlock near_inside = near, far_inside = far;
      inside.history = {&near_inside, &far_inside};
      STENCIL_ROLLED_LOOP
      for (; turn < last_away; ++turn) inside.run(job, turn, 0);
      near = near_inside;
      far = far_inside;
      if (turn == end) break;
    }
    lane.run(job, turn, 0);
  }
}

/// Whether a job may be carried out in pieces, by its types: all of its fields have columns as neighbours in memory.
template <class Job>
inline constexpr bool may_be_in_pieces = false;
template <class Root, class... Destinations>
inline constexpr bool may_be_in_pieces<Job<Root, NoMask, Destinations...>> =
    (plan::reads_across<Destinations> && ...) && (!std::is_same_v<typename Destinations::location, Surface> && ...);

/// Notes operations that need whole columns.
struct PieceCode {
  bool marches = false;
  template <bool Upward>
  void march() {
    marches = true;
  }
  static constexpr void solve() {}
  static constexpr void solve_in_blocks() {}
  template <bool OfMarch>
  static constexpr void whole_column() {}
};

/// Looks at the memory of a job's fields. False unless those with levels have the same strides, columns side by side.
/// Notes whether a field is read and written: then a thread must take a whole column, because the thread of the next
/// piece reads rows below its own while they are written.
template <class Job>
bool lie_alike(Pieces& pieces, const Job& job) {
  plan::OperandList operands;
  plan::add_operands<plan::StoreNothing>(operands, job.root);
  bool alike = true;
  pieces.level_stride = argument_at<0>(job.destinations).strides.level();
  const auto look_at = [&](const plan::AnyLeaf& leaf) {
    alike =
        alike && (leaf.kind->is_surface || (leaf.strides.column() == 1 && leaf.strides.level() == pieces.level_stride));
  };
  for (const plan::Operand& operand : operands) look_at(operand.leaf);
  job.destinations.apply([&](const auto&... to) {
    (look_at(plan::AnyLeaf(to)), ...);
    for (const plan::Operand& operand : operands)
      pieces.reads_destinations = pieces.reads_destinations || ((operand.leaf.data == to.data) || ...);
  });
  return alike;
}

/// Finds how the columns of a job are taken in pieces, but for their rows. False where they cannot be.
template <class Team, class Job>
bool plan_pieces(Pieces& pieces, const Job& job, const EvaluatedColumns& columns, const Demands& demands) {
  if (demands.in_turns || demands.loops || demands.goes_around || columns.periodic) return false;
  if (demands.whole && !demands.only_levels) return false;
  if (!lie_alike(pieces, job)) return false;
  SweepLook<PieceCode> look;
  SweepLane<Sweep::look, Team, PieceCode> lane(columns);
  lane.look = &look;
  lane.run(job, 0, 0);
  const SweepNeeds& needs = look.needs;
  const bool along_columns = look.code.marches || needs.reduces;
  constexpr int most_bytes_of_row =
      HistoryBlock::bytes / 3;  // of all values; with more they spill, and lanes are faster
  if (!needs.carried_out || along_columns || needs.values > most_bytes_of_row) return false;
  // Single levels of fields are read from memory, where no thread may write meanwhile.
  if (needs.reads_levels && (demands.staging != detail::checks::Staging::none || pieces.reads_destinations))
    return false;
  pieces.lead = needs.lead;
  pieces.behind = needs.behind;
  pieces.turns = columns.levels + (demands.top_face ? 1 : 0) + needs.behind;
  pieces.first_away = needs.first_away;
  pieces.last_away = needs.last_away;
  pieces.apart = needs.of_columns ? 1 : 0;
  pieces.reads_heights = needs.reads_heights;
  return true;
}

inline constexpr const char* cannot_cut =
    "this strategy takes column functions of whole fields with columns contiguous, with levels in all results, "
    "without a mask, active levels or operations on whole columns other than at_level of fields that are not written, "
    "on a grid with ends; leave the strategy out";

}  // namespace stencil::column_functions
