// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include <cuda_pipeline_primitives.h>

#include <stencil/columnwise/sweep_tiles.hpp>
#include <stencil/cuda/exchange.hpp>
#include <stencil/cuda/tiles.hpp>

/// Threads that take a column each, and the room of their tiles.
namespace stencil::cuda {

/// A thread of a warp that sweeps along columns whose levels are neighbours in memory: fewer columns than threads leave
/// room for more rows of each.
struct SweepingThread : DeviceCalls {
  static constexpr int size = warp_size;
  static constexpr int blocks = 6;  ///< of a multiprocessor; with fewer warps they wait for memory
  static constexpr int columns = 16;
  static constexpr int heights_ahead = 4;
  __device__ static int member() { return static_cast<int>(threadIdx.x); }
  __device__ static char* memory() { return tile_memory(); }
  __device__ static void barrier() { __syncwarp(); }
  template <class T>
  __device__ static void copy(T* to, const T* from) {
    __pipeline_memcpy_async(to, from, sizeof(T));
  }
  __device__ static void wait_for_copies() {
    __pipeline_commit();
    __pipeline_wait_prior(0);
  }
};

/// A thread that sweeps along a column and reads memory itself, where neighbouring threads read neighbouring values.
/// The cache brings each row a turn before it is loaded.
struct SweepingReader : DeviceCalls {
  static constexpr bool reads_memory = true;
  static constexpr bool heights_side_by_side = true;
  static constexpr int size = 128;
  static constexpr int columns = size;
  static constexpr int blocks = 3;  ///< of a multiprocessor, which must find registers at once
  __device__ static int member() { return static_cast<int>(threadIdx.x); }
};

/// Bytes of what marches carry along a column from which on they compute much in each row.
inline constexpr int large_state = 32;

/// How long the tiles of sweeping warps are, where levels are neighbours in memory. Parts of a column that begin and
/// end inside sectors of memory cost time: the longest tiles are best that leave room for some warps. A march with a
/// large state computes so much in each row that more warps count more: a sweep of five species in 64 levels takes a
/// third of the time.
struct SweepingTiles {
  static constexpr int rows_of_levels = 96;
  static constexpr int rows_of_large_state = 16;
  static constexpr std::size_t warps_of_whole = 3;  ///< whose tiles are whole columns, copied faster
};

/// Chooses the rows of tiles: whole columns if those take at most `for_whole` bytes, else parts of at most `most` rows
/// and `for_parts` bytes.
template <class Team>
bool make_room(column_functions::SweptFields& fields, std::size_t for_whole, std::size_t for_parts, int most) {
  const auto fits = [&](int rows, std::size_t room) {
    fields.rows = rows;
    return fields.template bytes<Team>() <= room;
  };
  if (fields.whole && fits(fields.whole_pitch, for_whole)) return true;
  fields.whole = false;
  for (int rows = std::min(most, fields.turns); rows > 0; rows -= rows > 16 ? 8 : 1) {
    if (fits(rows, for_parts)) return true;
  }
  return false;
}

}  // namespace stencil::cuda
