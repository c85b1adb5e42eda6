// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <barrier>
#include <cstddef>
#include <cstring>
#include <thread>
#include <vector>

#include <stencil/cpu/cpu.hpp>
#include <stencil/evaluate/cut.hpp>
#include <stencil/padded_metric.hpp>

/// The lanes of a CUDA warp on the host: one operating-system thread per lane, and slots with barriers for shuffles.
namespace stencil::emulation {

/// Strategy: teams of `lanes` lanes with `Held` rows in each; more lanes where the expression reads farther than those
/// hold. With one lane a thread works alone, as on columns-contiguous fields of a device. `dropped_barrier` is for the
/// test of the tests: every lane leaves out its barrier of that number.
template <int Held = 2>
struct Lanes {
  static constexpr const char* name = "emulation::Lanes";
  int lanes = 4;
  int dropped_barrier = -1;
};

/// A place where every lane leaves a value for the others.
struct Slot {
  alignas(std::max_align_t) std::byte value[256];
};

class SlotExchange {
 public:
  SlotExchange(int me, std::vector<Slot>& slots, std::barrier<>& barrier, int& reached, int dropped)
      : me_(me), slots_(slots), barrier_(barrier), reached_(reached), dropped_(dropped) {}

  template <class T>
  T from(const T& value, int distance) const {
    static_assert(sizeof(T) <= sizeof(Slot));
    std::memcpy(slots_[static_cast<std::size_t>(me_)].value, &value, sizeof(T));
    meet();
    const int other = me_ + distance;
    const bool there = other >= 0 && other < static_cast<int>(slots_.size());
    T got = value;
    if (there) std::memcpy(&got, slots_[static_cast<std::size_t>(other)].value, sizeof(T));
    meet();
    return got;
  }
  void meet() const {
    if (reached_++ != dropped_) barrier_.arrive_and_wait();
  }

 private:
  int me_;
  std::vector<Slot>& slots_;
  std::barrier<>& barrier_;
  int& reached_;
  int dropped_;
};

/// The metric of a grid as lanes read it.
inline ColumnSet columns_for_lanes(const GridData& grid) {
  return {grid.levels, grid.periodic, grid.per_column,
          grid.copy<PaddedMetric<double>>([&] { return PaddedMetric<double>(grid); }).view(),
          grid.copy<PaddedMetric<float>>([&] { return PaddedMetric<float>(grid); }).view()};
}

template <int Held, class Outs>
void run_lanes(const Outs& outputs, const ColumnSet& columns, std::ptrdiff_t count, const registers::Cut& cut,
               int dropped) {
  std::vector<Slot> slots(static_cast<std::size_t>(cut.lanes));
  std::barrier<> barrier(cut.lanes);
  const auto lane = [&](int me) {
    for (std::ptrdiff_t column = 0; column < count; ++column) {
      for (int piece = 0; piece < cut.pieces; ++piece) {
        int reached = 0;
        const SlotExchange exchange(me, slots, barrier, reached, dropped);
        const Lane<Held, SlotExchange> here(columns, column, count, cut.base(piece) + me * Held, exchange);
        registers::evaluate_lane(here, outputs, cut.written(piece, me));
        barrier.arrive_and_wait();  // one piece after the other; pieces share nothing else
      }
    }
  };
  std::vector<std::thread> threads;
  for (int me = 1; me < cut.lanes; ++me) threads.emplace_back(lane, me);
  lane(0);
  for (auto& t : threads) t.join();
}

template <class Outs, int Held>
void launch(Outs& outputs, const Lanes<Held>& shape) {
  using Of = registers::Shape<Outs>;
  static_assert(Of::fits, "stencil: emulation::Lanes evaluates center and face expressions only");
  using Plan = plan::StoreNothing;
  checks::check<Plan>(outputs);
  const GridData& grid = *outputs.first.destination.grid;
  const int lanes = shape.lanes == 1 ? 1 : std::max(shape.lanes, 2 * ((Of::reach + Held - 1) / Held) + 1);
  const auto cut = registers::cut_columns(grid.levels, grid.periodic, Held, lanes, Of::reach);
  const checks::Staging staging = checks::staging<Plan>(outputs);
  if (staging == checks::Staging::whole || (staging == checks::Staging::column && cut.pieces > 1)) {
    cpu::through_stand_ins(outputs, [&](const auto&... redirected) {
      auto all = make_outputs(redirected...);
      launch(all, shape);
    });
    return;
  }
  run_lanes<Held>(outputs, columns_for_lanes(grid), static_cast<std::ptrdiff_t>(grid.columns), cut,
                  shape.dropped_barrier);
}

}  // namespace stencil::emulation
