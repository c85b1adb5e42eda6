// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <cuda_pipeline_primitives.h>
#include <cuda_runtime_api.h>

#include <stencil/assign/allocate.hpp>
#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/common_strides.hpp>
#include <stencil/columnwise/part.hpp>
#include <stencil/cuda/launch.hpp>
#include <stencil/cuda/registers.hpp>
#include <stencil/cuda/resident_blocks.hpp>
#include <stencil/cuda/shared_memory.hpp>
#include <stencil/cuda/spill_warning.hpp>

/// Column functions of fields with columns contiguous by lanes of a warp. Equal levels of a block's columns are
/// neighbours in memory, the levels of a column in the lanes: the block copies fields into tiles of shared memory, in
/// which the levels of a column are neighbours, and copies results back from there.
namespace stencil::cuda {

/// A field of a job and its tile.
struct TiledField {
  char* data;                ///< row 0 of column 0
  std::ptrdiff_t row_bytes;  ///< from a row to the next in memory
  int rows;                  ///< that are copied
  int value_bytes;
};

/// The fields of a job: those that it reads, then its destinations. Tiles of destinations lie where those of
/// arguments were, column by column: a lane has read its rows when it writes.
struct FieldTiles {
  static constexpr int most = 40;
  int read = 0;
  int written = 0;
  int column_bytes = 0;  ///< from a column to the next in a tile
  int rows = 0;          ///< of a column in a tile, as many as its lanes hold
  int columns = 0;       ///< of a block
  TiledField field[most];

  /// Of one tile.
  STENCIL_FUNCTION int bytes() const { return columns * column_bytes; }
  STENCIL_FUNCTION int all_bytes() const { return (read > written ? read : written) * bytes(); }
};

/// The tiles of a block.
__device__ inline char* tile_memory() {
  extern __shared__ double2 block_memory[];
  return reinterpret_cast<char*>(block_memory);
}

/// Lanes of a warp that find fields in tiles.
template <int Threads>
struct TiledWarps : Warps<Threads> {
  static constexpr bool has_tiles = true;

  char* column = nullptr;  ///< that of the lane in the first tile

  TiledWarps() = default;
  /// Lanes that have no column look at the last one of their warp.
  __device__ TiledWarps(const FieldTiles& tiles, const detail::registers::Deal& deal, char* memory) {
    const int further = Warps<Threads>::member() * deal.reciprocal >> 20;
    const int of_warp = further < deal.columns ? further : deal.columns - 1;
    const int warp = static_cast<int>(threadIdx.x) / warp_size;
    column = memory + (warp * deal.columns + of_warp) * tiles.column_bytes;
  }
  template <class T>
  __device__ T* rows_in_tile(T* tile) const {
    return reinterpret_cast<T*>(column + reinterpret_cast<std::uintptr_t>(tile));
  }
};

/// Copies the fields that are read into their tiles, or results back. Neighbouring threads take neighbouring columns.
template <bool Read, int Threads>
__device__ void copy_tiles(const FieldTiles& tiles, char* memory, std::ptrdiff_t first, std::ptrdiff_t count) {
  const int row = static_cast<int>(threadIdx.x) / tiles.columns, side = static_cast<int>(threadIdx.x) % tiles.columns;
  const int at_once = Threads / tiles.columns;
  if (row >= at_once || (!Read && first + side >= count)) return;
  const std::ptrdiff_t column = first + side < count ? first + side : count - 1;
  const int begin = Read ? 0 : tiles.read, end = Read ? tiles.read : tiles.read + tiles.written;
  char* tile = memory + side * tiles.column_bytes;
  for (int i = begin; i < end; ++i) {
    const TiledField& field = tiles.field[i];
    const auto copy = [&](auto value) {
      using T = decltype(value);
      T* const here = reinterpret_cast<T*>(tile);
      const char* there = field.data + (row * field.row_bytes + column * static_cast<std::ptrdiff_t>(sizeof(T)));
      const std::ptrdiff_t step = at_once * field.row_bytes;
      int k = row;
#pragma unroll 4
      for (; k < field.rows; k += at_once) {
        if constexpr (Read) {
          __pipeline_memcpy_async(here + k, there, sizeof(T));
        } else {
          *reinterpret_cast<T*>(const_cast<char*>(there)) = here[k];
        }
        there += step;
      }
      if constexpr (Read) {
        // Rows past the end have the last one's value, as where lanes load from memory.
        const char* last =
            field.data + ((field.rows - 1) * field.row_bytes + column * static_cast<std::ptrdiff_t>(sizeof(T)));
        for (; k < tiles.rows; k += at_once) __pipeline_memcpy_async(here + k, last, sizeof(T));
      }
    };
    if (field.value_bytes == 8) {
      copy(std::uint64_t{});
    } else {
      copy(std::uint32_t{});
    }
    tile += tiles.bytes();
  }
}

/// How many blocks a multiprocessor must be able to run at a time, which limits the registers of a thread; see
/// least_blocks for columns without tiles.
template <int Held, int Threads>
inline constexpr int least_blocks_with_tiles = Held < 4 ? 512 / Threads : 1;

/// Each block takes one group of columns after the other. While it computes with one, the fields of the next arrive.
template <class Job, int Held, int Threads>
__global__ void __launch_bounds__(Threads, least_blocks_with_tiles<Held, Threads>)
    carry_out_in_tiles(const __grid_constant__ Job job, const __grid_constant__ EvaluatedColumns columns,
                       const __grid_constant__ detail::registers::Deal deal, const std::ptrdiff_t count,
                       const int groups, const __grid_constant__ FieldTiles tiles) {
  using Exchange = TiledWarps<Threads>;
  char* here = tile_memory();
  char* there = here + tiles.all_bytes();
  const auto first_of = [&](int group) { return static_cast<std::ptrdiff_t>(group) * tiles.columns; };
  int group = static_cast<int>(blockIdx.x);
  copy_tiles<true, Threads>(tiles, here, first_of(group), count);
  __pipeline_commit();
  while (group < groups) {
    __pipeline_wait_prior(0);
    __syncthreads();
    const int next = group + static_cast<int>(gridDim.x);
    if (next < groups) copy_tiles<true, Threads>(tiles, there, first_of(next), count);
    __pipeline_commit();
    const int team = group * (Threads / warp_size) + static_cast<int>(threadIdx.x) / warp_size;
    const LanePosition place = place_of<Exchange>(deal, count, team);
    const Exchange exchange(tiles, deal, here);
    const auto lane =
        column_functions::lane_for<Held, ColumnEnds::bounded>(job, columns, place, place.column + 1 == count, exchange);
    column_functions::carry_out(lane, job);
    __syncthreads();
    copy_tiles<false, Threads>(tiles, here, first_of(group), count);
    group = next;
    char* const filled = there;
    there = here;
    here = filled;
  }
}

/// Of a block: enough for its columns to fill two sectors of memory.
template <int Held, class... Destinations>
inline constexpr int threads_with_tiles =
    (Held < 4 || std::max({sizeof(typename Destinations::value_type)...}) == 4) ? 256 : 128;
/// So that a multiprocessor has room for two blocks or more.
inline constexpr std::size_t most_tile_bytes = 100 * 1024;

/// Takes the fields of a job, and finds the size of their tiles, which lack the face on top where no lane holds it.
/// False where one of them cannot be in a tile.
inline bool take_fields(FieldTiles& tiles, const plan::OperandList& operands) {
  int widest = 4, fields = 0;
  for (const plan::Operand& operand : operands) {
    const plan::AnyLeaf& leaf = operand.leaf;
    if (leaf.kind->is_surface) continue;
    const auto bytes = static_cast<int>(leaf.kind->bytes);
    const bool alike = leaf.kind->columns_contiguous && (bytes == 4 || bytes == 8) && leaf.kind->alignment == bytes;
    if (!alike || fields == FieldTiles::most) return false;
    widest = std::max(widest, bytes);
    tiles.field[fields++] = {static_cast<char*>(const_cast<void*>(leaf.data)), leaf.strides.level() * bytes,
                             std::min(leaf.rows(), tiles.rows), bytes};
    ++(operand.written ? tiles.written : tiles.read);
  }
  // An odd number of 16-byte words apart, neighbouring columns lie in different banks.
  const int words = (tiles.rows * widest + 15) / 16;
  tiles.column_bytes = 16 * (words % 2 == 0 ? words + 1 : words);
  return true;
}

/// False, and nothing is done, where something is masked, in a part of the columns or in another layout, where a warp
/// cannot hold a column or the tiles have no room, and where operators are so few that it would be slower.
template <int Held, class Job>
bool carry_out_with_tiles(const Job&, const EvaluatedColumns&, std::ptrdiff_t, const column_functions::Demands&,
                          const LaunchQueue&) {
  return false;
}
template <int Held, class Root, class... Destinations>
bool carry_out_with_tiles(const column_functions::Job<Root, NoMask, Destinations...>& job,
                          const EvaluatedColumns& columns, std::ptrdiff_t count,
                          const column_functions::Demands& demands, const LaunchQueue& queue) {
  constexpr int threads = threads_with_tiles<Held, Destinations...>;
  using Exchange = TiledWarps<threads>;
  if (columns.periodic) return false;
  const int rows = columns.levels + (demands.top_face ? 1 : 0);
  const DealtTeams work = deal_to_teams<Exchange>(count, rows, false, Held, demands.reach, true, warp_size);
  // Where a warp's lanes are not filled, those of a block take less time.
  if (work.blocks == 0 || 4 * work.deal.step() < 3 * warp_size) return false;
  FieldTiles tiles;
  tiles.rows = work.deal.lanes * Held;
  tiles.columns = work.deal.columns * (threads / warp_size);
  using Of = column_functions::Job<Root, NoMask, Destinations...>;
  Of in_tiles = job;
  plan::OperandList operands;
  plan::add_operands<plan::StoreNothing>(operands, job.root);
  job.destinations.apply([&](const auto&... to) { (operands.add_destination(to), ...); });
  const std::size_t room = std::min(most_tile_bytes, shared_memory_limit());
  if (!take_fields(tiles, operands)) return false;
  // Copies of fields to tiles take the place of exchanges by barriers, so they pay where these are many.
  if (4 * demands.stencils < 5 * (tiles.read + tiles.written)) return false;
  const auto bytes = static_cast<std::size_t>(2 * tiles.all_bytes());
  if (bytes > room) return false;

  // The lanes get the job with tiles for fields.
  int number = 0;
  const auto redirect =
      [&]<class T, class Where, class Layout, class Space>(const FieldLeaf<T, Where, Layout, Space>& leaf) {
        if constexpr (!std::is_same_v<Where, Surface>) {
          const auto begin = static_cast<std::uintptr_t>(number++) * static_cast<std::uintptr_t>(tiles.bytes());
          const_cast<FieldLeaf<T, Where, Layout, Space>&>(leaf).data = reinterpret_cast<T*>(begin);
        }
      };
  plan::each_leaf<plan::StoreNothing>(in_tiles.root, [&](const auto& leaf, plan::ReadAs) { redirect(leaf); });
  number = 0;
  in_tiles.destinations.apply([&](const auto&... to) { (redirect(to), ...); });
  const auto kernel = carry_out_in_tiles<Of, Held, threads>;
  static ResidentBlocks of_kernel;
  const int resident = of_kernel(reinterpret_cast<const void*>(kernel), threads, bytes);
  if (resident == 0) return false;
  constexpr int most = registers_of_thread(threads, least_blocks_with_tiles<Held, threads>);
  if (queue.reports(kernel, Held, false, most)) return true;
  [[maybe_unused]] static const bool looked = looked_for_spills(reinterpret_cast<const void*>(kernel), most, job);
  const unsigned blocks = std::min(work.blocks, static_cast<unsigned>(processors() * resident));
  require(launch_kernel(kernel, {blocks, threads, bytes, queue.stream}, in_tiles, columns, work.deal, count,
                        static_cast<int>(work.blocks), tiles),
          "launch of a column function");
  return true;
}

}  // namespace stencil::cuda
