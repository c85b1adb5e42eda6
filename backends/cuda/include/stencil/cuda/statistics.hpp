// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include <stencil/column/bins.hpp>
#include <stencil/cuda/launch.hpp>
#include <stencil/cuda/permute.hpp>
#include <stencil/cuda/places.hpp>
#include <stencil/cuda/resource.hpp>
#include <stencil/cuda/shared_memory.hpp>

/// Histograms and order statistics on a device.
///
/// The atomics are CUDA's own, of block scope in shared memory and of device scope in global memory: cuda::atomic_ref
/// would bring a namespace ::cuda into every program (see columns.hpp).
namespace stencil::cuda {

using Counter = unsigned long long;  // what atomicAdd takes
static_assert(sizeof(Counter) == sizeof(std::uint64_t));

/// Where a device counts: counts, then sums of weights in coarse and in fine units.
struct Counters {
  Counter* counts;
  Counter* high;
  Counter* low;
};

/// Copies of edges in shared memory, where every value looks for its bin. The next free place.
__device__ inline double* bring(detail::binning::Edges& edges, double* to) {
  const int count = edges.count();
  for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x)) to[i] = edges.edges[i];
  edges.edges = to;
  return to + count;
}

inline constexpr int threads_that_count = 512;

/// A block counts in its shared memory, 32 bits being enough for a block's share, and adds what it has to all.
template <class Task, bool Private>
__global__ void __launch_bounds__(threads_that_count)
    count_in_bins(const __grid_constant__ Task asked, Counters all, int columns_at_once) {
  extern __shared__ double2 arena_memory[];
  Task task = asked;
  const int slots = task.slots();
  auto* room = reinterpret_cast<double*>(arena_memory);
  if constexpr (Private) room = bring(task.y_edges, bring(task.x_edges, room));
  auto* const high = reinterpret_cast<Counter*>(room);
  Counter* const low = high + (Task::weighted ? slots : 0);
  auto* const counts = reinterpret_cast<unsigned*>(low + (Task::weighted ? slots : 0));
  const int me = static_cast<int>(threadIdx.x);
  if constexpr (Private) {
    for (int i = me; i < slots; i += threads_that_count) {
      counts[i] = 0;
      if constexpr (Task::weighted) high[i] = low[i] = 0;
    }
    __syncthreads();
  }
  const bool across = task.x.across();
  const std::ptrdiff_t step = static_cast<std::ptrdiff_t>(gridDim.x) * columns_at_once;
  for (std::ptrdiff_t first = static_cast<std::ptrdiff_t>(blockIdx.x) * columns_at_once; first < task.shape.columns;
       first += step) {
    const std::ptrdiff_t left = task.shape.columns - first;
    const int columns = static_cast<int>(left < columns_at_once ? left : columns_at_once);
    const Places places(across, task.shape.rows, columns);
    for (int i = me; i < columns * task.shape.rows; i += threads_that_count) {
      const auto [row, place] = places(i);
      const std::ptrdiff_t column = first + place;
      const int slot = task.slot(row, column);
      detail::binning::Fixed weight{};
      if constexpr (Task::weighted) weight = task.weight(row, column);
      if constexpr (Private) {
        atomicAdd_block(counts + slot, 1U);
        if constexpr (Task::weighted) {
          atomicAdd_block(high + slot, static_cast<Counter>(weight.high));
          atomicAdd_block(low + slot, static_cast<Counter>(weight.low));
        }
      } else {
        atomicAdd(all.counts + slot, Counter{1});
        if constexpr (Task::weighted) {
          atomicAdd(all.high + slot, static_cast<Counter>(weight.high));
          atomicAdd(all.low + slot, static_cast<Counter>(weight.low));
        }
      }
    }
  }
  if constexpr (Private) {
    __syncthreads();
    for (int i = me; i < slots; i += threads_that_count) {
      if (counts[i] == 0) continue;
      atomicAdd(all.counts + i, static_cast<Counter>(counts[i]));
      if constexpr (Task::weighted) {
        atomicAdd(all.high + i, high[i]);
        atomicAdd(all.low + i, low[i]);
      }
    }
  }
}

template <class Task>
void launch_count(const Task& task, const Counters& all) {
  const auto slots = static_cast<std::size_t>(task.slots());
  const auto edges = static_cast<std::size_t>(task.x_edges.count() + task.y_edges.count());
  const std::size_t bytes =
      edges * sizeof(double) + slots * (sizeof(unsigned) + (Task::weighted ? 2 * sizeof(Counter) : 0));
  const bool fits = bytes <= shared_memory_limit();
  constexpr std::ptrdiff_t values_at_once = std::ptrdiff_t{1} << 13;
  const auto columns_at_once = static_cast<int>(std::clamp<std::ptrdiff_t>(values_at_once / task.shape.rows, 1, 1024));
  const std::ptrdiff_t pieces = (task.shape.columns + columns_at_once - 1) / columns_at_once;
  const auto blocks = static_cast<unsigned>(std::min<std::ptrdiff_t>(pieces, 4 * processors()));
  const auto kernel = fits ? count_in_bins<Task, true> : count_in_bins<Task, false>;
  require(launch_kernel(kernel, {blocks, threads_that_count, fits ? bytes : 0, nullptr}, task, all, columns_at_once),
          "counting in bins");
}

/// Counts all values; waits.
template <class Task>
detail::binning::Tally count(const Task& asked) {
  const int slots = asked.slots();
  const auto many = static_cast<std::size_t>(slots);
  // One piece of memory: edges of both axes, then counters.
  const auto x_edges = static_cast<std::size_t>(asked.x_edges.count());
  const std::size_t edges = x_edges + static_cast<std::size_t>(asked.y_edges.count());
  static_assert(sizeof(Counter) == sizeof(double) && alignof(Counter) == alignof(double));
  const std::size_t counters = (Task::weighted ? 3 : 1) * many;
  const auto memory = allocate<Counter>(edges + counters);
  std::vector<double> host_edges(asked.x_edges.edges, asked.x_edges.edges + x_edges);
  host_edges.insert(host_edges.end(), asked.y_edges.edges, asked.y_edges.edges + (edges - x_edges));
  require(cudaMemcpy(memory.get(), host_edges.data(), edges * sizeof(double), cudaMemcpyHostToDevice), "copy of edges");
  Task task = asked;
  task.x_edges.edges = reinterpret_cast<const double*>(memory.get());
  task.y_edges.edges = task.x_edges.edges + x_edges;
  Counter* const counts = memory.get() + edges;
  launch_count(task, {counts, counts + many, counts + 2 * many});
  std::vector<Counter> host(counters);
  require(cudaMemcpy(host.data(), counts, counters * sizeof(Counter), cudaMemcpyDeviceToHost), "copy of counts");
  detail::binning::Tally tally(slots, Task::weighted);
  for (std::size_t i = 0; i < many; ++i) {
    tally.counts[i] = host[i];
    if constexpr (Task::weighted)
      tally.sums[i] = {static_cast<std::int64_t>(host[many + i]), static_cast<std::int64_t>(host[2 * many + i])};
  }
  return tally;
}

/// The values of all columns at a row, sorted; those of some places come to the host: result[row * ranks.size() + i].
/// ShapeError for more columns than the sort counts.
template <class T>
std::vector<T> ranked(const ColumnMemory<const T>& values, ColumnMemoryShape shape,
                      const std::vector<std::ptrdiff_t>& ranks) {
  constexpr bool known = requires { sizeof(ColumnSorter<T>); };
  static_assert(known, "stencil: level_quantile on a device needs #include <stencil/cuda/sort.hpp> in this .cu file");
  const auto places = static_cast<std::size_t>(shape.columns);
  std::vector<T> result(static_cast<std::size_t>(shape.rows) * ranks.size());
  if constexpr (known) {
    if (shape.columns > ColumnSorter<T>::most_rows) {
      throw ShapeError("level_quantile on a device takes at most " + std::to_string(ColumnSorter<T>::most_rows) +
                       " columns of this type, but there are " + std::to_string(shape.columns));
    }
    // Rows and columns change places.
    const Temporary memory(sizeof(T) * places * static_cast<std::size_t>(shape.rows), nullptr);
    T* const sorted = static_cast<T*>(memory.get());
    ColumnSorter<T>::run({{values.data, values.column, values.level},
                          {},
                          {sorted, 1, shape.columns},
                          {},
                          {static_cast<int>(shape.columns), shape.rows}},
                         nullptr);
    // Rows that lie further apart than one call copies are copied one by one.
    const auto most_apart = static_cast<std::size_t>(attribute(current_device(), cudaDevAttrMaxPitch));
    const auto rows = static_cast<std::size_t>(shape.rows);
    const std::size_t at_once = places * sizeof(T) <= most_apart ? rows : 1;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      for (std::size_t row = 0; row < rows; row += at_once) {
        const std::size_t apart = at_once > 1 ? places * sizeof(T) : sizeof(T);
        require(cudaMemcpy2D(result.data() + row * ranks.size() + i, ranks.size() * sizeof(T),
                             sorted + row * places + static_cast<std::size_t>(ranks[i]), apart, sizeof(T), at_once,
                             cudaMemcpyDeviceToHost),
                "copy of ranked values");
      }
    }
  }
  return result;
}

}  // namespace stencil::cuda
