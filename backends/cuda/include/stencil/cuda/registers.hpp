// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <cuda_runtime_api.h>

#include <stencil/cuda/error.hpp>
#include <stencil/evaluate/cut.hpp>
#include <stencil/evaluate/registers.hpp>

namespace stencil::cuda {

/// Strategy: lanes hold consecutive rows of a column in registers. With levels contiguous, neighbouring lanes of a warp
/// share a column and exchange rows by shuffles; with columns contiguous, the warps of a block lie above each other and
/// exchange rows through shared memory. Columns with more rows than a team holds are cut into pieces that overlap by
/// what the expression reads.
struct RegisterColumns {
  static constexpr const char* name = "cuda::RegisterColumns";
};

inline constexpr int warp_size = 32;

/// Lanes of a warp beside each other. Beyond a warp's ends the value is one that nobody uses.
struct WarpExchange {
  static constexpr int most_threads = 256;

  template <class T>
  __device__ T from(const T& value, int distance) const {
    constexpr std::size_t words = (sizeof(T) + 3) / 4;
    std::uint32_t word[words] = {};
    memcpy(word, &value, sizeof(T));
    for (std::uint32_t& w : word) {
      w = distance > 0 ? __shfl_down_sync(all, w, static_cast<unsigned>(distance))
                       : __shfl_up_sync(all, w, static_cast<unsigned>(-distance));
    }
    T moved;
    memcpy(&moved, word, sizeof(T));
    return moved;
  }
  __device__ void meet() const { __syncwarp(); }

 private:
  static constexpr unsigned all = 0xffffffffU;
};

/// Neighbouring lanes are `Stride` threads of a block apart. Two slots in turn, so that one barrier is enough.
template <int Stride>
struct BlockExchange {
  static constexpr int most_threads = 512;

  template <class T>
  __device__ T from(const T& value, int distance) const {
    __shared__ alignas(16) unsigned char memory[2 * most_threads * sizeof(T)];
    T* slot = reinterpret_cast<T*>(memory) + (turn & 1) * most_threads;
    turn ^= 1;
    const int me = static_cast<int>(threadIdx.x);
    slot[me] = value;
    __syncthreads();
    const int other = me + distance * Stride;
    return slot[other < 0 || other >= static_cast<int>(blockDim.x) ? me : other];
  }
  __device__ void meet() const { __syncthreads(); }

  mutable int turn = 0;
};

/// How columns are dealt to threads.
struct Deal {
  registers::Cut cut;
  std::ptrdiff_t count;  ///< columns
  int threads;           ///< of a block
  int groups;            ///< columns that a warp, or a block without warps of its own, takes
  int reciprocal;        ///< of the lanes of a column, times 2^20
};

// The expression comes first among the template arguments, so that a profiler shows it first.
template <class Outs, int Held, class Exchange>
__global__ void __launch_bounds__(Exchange::most_threads)
    evaluate_in_registers(const __grid_constant__ Outs outputs, const __grid_constant__ ColumnSet columns,
                          const __grid_constant__ Deal deal) {
  const registers::Cut& cut = deal.cut;
  const auto pieces = static_cast<unsigned>(cut.pieces);
  const auto block = static_cast<std::ptrdiff_t>(pieces == 1 ? blockIdx.x : blockIdx.x / pieces);
  const int piece = pieces == 1 ? 0 : static_cast<int>(blockIdx.x % pieces);
  const int warp = static_cast<int>(threadIdx.x) / warp_size;
  const int place = static_cast<int>(threadIdx.x) % warp_size;
  std::ptrdiff_t column = block * warp_size + place;
  int lane = warp;
  bool works = true;
  if constexpr (!std::is_same_v<Exchange, BlockExchange<warp_size>>) {
    constexpr bool in_warps = std::is_same_v<Exchange, WarpExchange>;
    const int thread = in_warps ? place : static_cast<int>(threadIdx.x);
    const int group = thread * deal.reciprocal >> 20;
    lane = thread - group * cut.lanes;
    column = (in_warps ? block * (Exchange::most_threads / warp_size) + warp : block) * deal.groups + group;
    works = group < deal.groups;
  }
  works = works && column < deal.count;
  if (column >= deal.count) column = deal.count - 1;
  const Lane<Held, Exchange> me(columns, column, deal.count, cut.base(piece) + lane * Held, Exchange{});
  registers::evaluate_lane(me, outputs, works ? cut.written(piece, lane) : registers::WrittenRows{-1, -1, false});
}

template <int Held, class Exchange, class Outs>
void launch_lanes(const Outs& outputs, const ColumnSet& columns, const Deal& deal, int columns_per_block,
                  cudaStream_t stream) {
  const std::ptrdiff_t blocks = (deal.count + columns_per_block - 1) / columns_per_block * deal.cut.pieces;
  evaluate_in_registers<Outs, Held, Exchange>
      <<<static_cast<unsigned>(blocks), static_cast<unsigned>(deal.threads), 0, stream>>>(outputs, columns, deal);
  require(cudaGetLastError(), "launch of an expression");
}

inline constexpr int reciprocal_of(int lanes) { return ((1 << 20) + lanes - 1) / lanes; }

/// Columns side by side in a block, lane after lane: as many as leave the fewest threads of its warps idle.
inline Deal deal_to_blocks(const registers::Cut& cut, std::ptrdiff_t count) {
  constexpr int most_threads = 384;
  Deal best{cut, count, 0, 0, reciprocal_of(cut.lanes)};
  for (int groups = 1; groups == 1 || groups * cut.lanes <= most_threads; ++groups) {
    const int threads = (groups * cut.lanes + warp_size - 1) / warp_size * warp_size;
    if (best.groups == 0 || groups * best.threads >= best.groups * threads) {
      best.threads = threads;
      best.groups = groups;
    }
  }
  return best;
}

/// Whether registers can evaluate these outputs.
template <class Outs>
inline constexpr bool fits_registers = registers::Shape<Outs>::fits && registers::Shape<Outs>::reach <= 12;

/// True when it ran. `whole_columns` asks that no column is cut, because a destination is also read at other rows.
template <class Outs>
bool run_in_registers(const Outs& outputs, const ColumnSet& columns, std::ptrdiff_t count, bool whole_columns,
                      cudaStream_t stream) {
  using Of = registers::Shape<Outs>;
  if constexpr (Of::levels_contiguous) {
    constexpr int held = Of::widest <= 4 ? 4 : 2;
    const auto warps = registers::cut_columns(columns.levels, columns.periodic, held, warp_size, Of::reach);
    const int groups = warp_size / warps.lanes;
    // Shuffles need no barrier, but where they leave many lanes idle, columns that cross from warp to warp are faster.
    if (8 * warps.pieces * warp_size * held <= 9 * columns.levels * groups) {
      if (whole_columns && warps.pieces > 1) return false;
      const Deal deal{warps, count, WarpExchange::most_threads, groups, reciprocal_of(warps.lanes)};
      launch_lanes<held, WarpExchange>(outputs, columns, deal, deal.threads / warp_size * groups, stream);
    } else {
      using Exchange = BlockExchange<1>;
      const auto cut =
          registers::cut_columns(columns.levels, columns.periodic, held, Exchange::most_threads, Of::reach);
      if (whole_columns && cut.pieces > 1) return false;
      const Deal deal = deal_to_blocks(cut, count);
      launch_lanes<held, Exchange>(outputs, columns, deal, deal.groups, stream);
    }
  } else {
    using Exchange = BlockExchange<warp_size>;
    constexpr int held = 8;
    const auto cut =
        registers::cut_columns(columns.levels, columns.periodic, held, Exchange::most_threads / warp_size, Of::reach);
    if (whole_columns && cut.pieces > 1) return false;
    launch_lanes<held, Exchange>(outputs, columns, Deal{cut, count, cut.lanes * warp_size, 1, 0}, warp_size, stream);
  }
  return true;
}

}  // namespace stencil::cuda
