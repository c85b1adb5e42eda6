// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <stencil/cuda/registers.hpp>
#include <stencil/matrix/lane_solver.hpp>

namespace stencil::cuda {

/// A value of every thread of a block in shared memory. One is left out after every 32, so that threads which are a
/// warp apart use different banks.
template <class T>
struct ThreadSlots {
  T* memory;
  STENCIL_FUNCTION static constexpr int count(int threads) { return threads + threads / warp_size; }
  __device__ T& operator[](int thread) const { return memory[thread + thread / warp_size]; }
};

/// A block whose lanes solve for their last unknowns through shared memory, with two barriers: in between, the lanes of
/// warps take over the equations of some columns each and solve them by shuffles.
template <int Stride, int Most>
struct SolvingBlock : BlockExchange<Stride, Most, true> {
  int lanes = 0;    ///< of a column
  int columns = 0;  ///< of the team, times Stride

  template <class Across>
  static constexpr std::size_t bytes(int threads) {
    return SolvingBlock::slot_bytes(threads) +
           2 * sizeof(Across) * static_cast<std::size_t>(ThreadSlots<Across>::count(threads));
  }

  template <class Across>
  __device__ auto last_unknowns(const Across& first, const Across& last, int lane) const {
    extern __shared__ double2 block_memory[];
    const auto threads = static_cast<int>(blockDim.x);
    char* equations = reinterpret_cast<char*>(block_memory) + SolvingBlock::slot_bytes(threads);
    const ThreadSlots<Across> lasts{reinterpret_cast<Across*>(equations)};
    const ThreadSlots<Across> firsts{lasts.memory + lasts.count(threads)};
    const auto me = static_cast<int>(threadIdx.x);
    lasts[me] = last;
    firsts[me] = first;
    __syncthreads();
    solve(firsts, lasts, me);
    __syncthreads();
    const auto own = lasts[me].right;
    return detail::elimination::LastUnknowns<typename Across::value>{own, lane > 0 ? lasts[me - Stride].right : own};
  }

 private:
  /// Leaves the unknowns in the right sides of `lasts`.
  template <class Across>
  __device__ void solve(const ThreadSlots<Across>& firsts, const ThreadSlots<Across>& lasts, int me) const {
    // A group of a power of two lanes for one column; each lane takes some neighbouring equations.
    const int width = lanes >= warp_size ? warp_size : lanes > 1 ? 1 << (32 - __clz(lanes - 1)) : 1;
    const int each = (lanes + width - 1) / width;
    const int used = (lanes + each - 1) / each;
    const int rounds = (columns * width + warp_size - 1) / warp_size;
    const int group_lane = me % width;
    const WarpExchange warp;
    for (int round = me / warp_size; round < rounds; round += static_cast<int>(blockDim.x) / warp_size) {
      const int column = me % warp_size / width * rounds + round;
      const int holder = (column / Stride * lanes + group_lane * each) * Stride + column % Stride;
      const int rows_left = column < columns ? lanes - group_lane * each : 0;
      const int rows = rows_left < each ? rows_left : each;
      const auto joined_row = [&](int i) {
        if (i >= rows) return Across{};
        const int at = holder + i * Stride;
        const bool topmost = group_lane * each + i + 1 == lanes;
        return detail::elimination::joined(warp, lasts[at], topmost ? Across{} : firsts[at + Stride]);
      };
      if (each == 1) {
        const auto x = detail::elimination::reduced(warp, joined_row(0), group_lane, used);
        if (rows > 0) lasts[holder].right = x;
      } else {
        solve_rows(lasts, joined_row, holder, rows, each, group_lane, used);
      }
    }
  }

  /// The same elimination as of a lane's rows.
  template <class Across, class JoinedRow>
  __device__ static void solve_rows(const ThreadSlots<Across>& lasts, const JoinedRow& joined_row, int holder, int rows,
                                    int each, int lane, int lanes) {
    const WarpExchange warp;
    Across last{};
    for (int i = 0; i < each; ++i) {
      const Across row = joined_row(i);
      last = i == 0 ? row : detail::elimination::eliminated(warp, row, last);
      if (i < rows) lasts[holder + i * Stride] = last;
    }
    auto first = detail::elimination::first_of_one<Across>();
    for (int i = each - 2; i >= 0; --i)
      first = detail::elimination::with_row_below(i < rows ? lasts[holder + i * Stride] : Across{}, first);
    const auto unknowns = detail::elimination::last_unknowns(warp, first, last, lane, lanes);
    auto x = unknowns.own;
    for (int i = each - 1; i >= 0; --i) {
      if (i >= rows) continue;
      Across& row = lasts[holder + i * Stride];
      if (i < each - 1) x = row.right - row.below * unknowns.below - row.above * x;
      row.right = x;
    }
  }
};

}  // namespace stencil::cuda
