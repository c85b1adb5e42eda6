// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <stencil/config.hpp>
#include <stencil/cpu/row_needs.hpp>
#include <stencil/cpu/run.hpp>

/// Whether column functions go row by row. Only code that is inlined as a whole does, for with g++'s sanitizers it
/// would take twice as long to compile and gain nothing; not clang's, whose `flatten` inlines calls of one level alone,
/// so that rows take up to seven times as long as strips; and not nvcc's, which refuses vectors of truths.
/// STENCIL_CPU_ROWS, defined for all of a program, says whether any does: 0 for none, 1 where that is faster, 2
/// wherever it can be, 3 wherever it can be with columns contiguous, so that tests can compare it with strips.
#if !defined(STENCIL_CPU_ROWS)
#if STENCIL_CPU_INLINES && !defined(__clang__) && !defined(__CUDACC__)
#define STENCIL_CPU_ROWS 1
#else
#define STENCIL_CPU_ROWS 0
#endif
#endif

/// In how many passes a column function goes row by row, if it can and should, and what each keeps for the next.
namespace stencil::cpu {

/// A template, so that only programs with column functions compile it, once for all of them.
template <class Index = int>
class BasicRowWay {
  using Needs = BasicRowNeeds<Index>;
  using Pass = BasicRowPass<Index>;

 public:
  BasicRowWay() = default;
  /// look(pass, needs): a dry run of a pass. The function should go row by row where what it computes in all passes and
  /// writes for all rows costs less than what strips write and read for each operation.
  template <class Look>
  explicit BasicRowWay(const Look& look)
      : BasicRowWay([](const void* of, int pass, Needs& needs) { (*static_cast<const Look*>(of))(pass, needs); },
                    &look) {}
  bool operator==(const BasicRowWay&) const = default;

  /// What the first pass leaves to strips, if these carry out the others.
  const BasicRowsForStrips<Index>* for_strips() const { return hands_ ? &handed_ : nullptr; }
  /// The number of passes; 0: the function does not go row by row.
  int passes() const {
    return static_cast<int>(std::count_if(told_, told_ + passes_, [](const Pass& told) { return !told.is_empty; }));
  }
  /// What lanes are told of a pass; null: there is nothing to do in it.
  const Pass* told(int pass) const { return pass < passes_ && !told_[pass].is_empty ? &told_[pass] : nullptr; }
  /// The same of the first one, after which strips take over.
  const Pass& first() const { return told_[0]; }
  RowPlaces places(int vectors, int levels) const { return {vectors, levels + 1, history_bytes_, units_}; }

 private:
  using Look = void (*)(const void*, int, Needs&);
  STENCIL_SELDOM BasicRowWay(Look look, const void* of) {
    Needs needs[most_row_passes];
    const auto look_at = [&](int pass, Needs& in) {
      in.reserve();
      look(of, pass, in);
    };
    look_at(0, needs[0]);
    if (!needs[0].carried_out) return;
    const int asked = needs[0].passes();
    if (asked > most_row_passes && !needs[0].overwrites(1)) {
      look_at(passes_of_strips, needs[1]);
      plan_for_strips(needs);
    }
    if (asked > most_row_passes || needs[0].overwrites(asked - 1)) return;
    for (int pass = 1; pass < asked; ++pass) look_at(pass, needs[pass]);
    int cost = 0;
    units_ = needs[0].units;
    std::vector<Index> later;
    for (int pass = asked; pass-- > 0;) {
      told_[pass] = Pass(needs[pass], pass, later, units_);
      cost += told_[pass].cost;
      history_bytes_ = std::max(history_bytes_, needs[pass].history_bytes);
    }
    cost += cost_of_unit * units_;
    constexpr int rows_of_step = 4;  // at least: strips compute a value per column once in a step
    int by_strips = 0;
    for (int pass = 0; pass < asked; ++pass) {
      for (const RowOperation& operation : needs[pass].operations)
        by_strips += operation.again ? 0 : (operation.cost + cost_of_strip) / (operation.per_column ? rows_of_step : 1);
    }
    if (cost < by_strips || STENCIL_CPU_ROWS > 1) passes_ = asked;
  }
  /// needs: of the first pass, and of all others, carried out by strips.
  STENCIL_SELDOM void plan_for_strips(const Needs* needs) {
    if (!needs[1].handed) return;
    units_ = needs[1].units;
    std::vector<Index> later;
    const Pass rest(needs[1], 1, later, units_, true);
    told_[0] = Pass(needs[0], 0, later, units_, true);
    history_bytes_ = needs[0].history_bytes;
    handed_ = BasicRowsForStrips<Index>(needs[1], rest, later);
    const auto by_strips = [&](const Needs& of, const Pass& pass) {
      int cost = 0;
      for (const RowOperation& operation : of.operations) {
        if (!operation.per_column && pass.needed[static_cast<std::size_t>(operation.result)] != 0)
          cost += operation.again == (&of == &needs[1]) ? operation.cost + cost_of_strip : 0;
      }
      return cost;
    };
    const int passed_over = static_cast<int>(std::count_if(needs[1].operations.begin(), needs[1].operations.end(),
                                                           [](const RowOperation& of) { return !of.again; }));
    const int cost = told_[0].cost + cost_of_unit * handed_.units() + cost_of_operation_passed_over * passed_over +
                     by_strips(needs[1], rest);
    hands_ = cost < by_strips(needs[0], told_[0]) || STENCIL_CPU_ROWS > 1;
  }

  // Measured, in operations. The first pass looks at each operation of later ones at every row.
  static constexpr int cost_of_unit = 2, cost_of_strip = 5, cost_of_operation_passed_over = 4;

  BasicRowsForStrips<Index> handed_;
  bool hands_ = false;
  Pass told_[most_row_passes];
  int passes_ = 0;
  int history_bytes_ = 0;
  int units_ = 0;  ///< of memory for all rows
};
using RowWay = BasicRowWay<>;

}  // namespace stencil::cpu
