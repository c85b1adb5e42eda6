// SPDX-License-Identifier: BSD-3-Clause
// Sorted columns beside CUB's sort of all columns as segments of one array, and histograms beside CUB's, on the same
// numbers in one run. Best of some times, in milliseconds.

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <vector>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_segmented_sort.cuh>

#include <stencil/cuda.hpp>
#include <stencil/cuda/sort.hpp>
#include <stencil/testing/scatter.hpp>

namespace {

using stencil::cuda::require;

template <class F>
float milliseconds(const F& f) {
  cudaEvent_t begin{}, end{};
  require(cudaEventCreate(&begin), "event");
  require(cudaEventCreate(&end), "event");
  float best = 1e9F;
  for (int i = 0; i < 12; ++i) {
    require(cudaEventRecord(begin), "event");
    f();
    require(cudaEventRecord(end), "event");
    require(cudaEventSynchronize(end), "what is measured");
    float time = 0;
    require(cudaEventElapsedTime(&time, begin, end), "event");
    if (i > 1) best = std::min(best, time);
  }
  return best;
}

/// Where the segment of a column begins.
struct FirstOfColumn {
  std::ptrdiff_t levels;
  __host__ __device__ std::ptrdiff_t operator()(int column) const { return column * levels; }
};

template <class T>
void measure(const char* precision, int levels, std::size_t columns) {
  namespace s = stencil;
  using Backend = s::backend::Cuda;
  const auto grid = s::ColumnGrid::uniform(levels, 0.0, 1.0, columns);
  const s::CenterField<T, Backend> a(grid);
  s::CenterField<T, Backend> sorted(grid);
  s::CenterField<int, Backend> order(grid);
  const s::CenterField<int, Backend> rows(grid);
  s::testing::scatter(a);
  std::vector<int> numbers(static_cast<std::size_t>(levels) * columns);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int>(i % static_cast<std::size_t>(levels));
  rows.from_host(numbers);
  s::CenterField<T, Backend, s::layout::ColumnsContiguous> across(grid), across_sorted(grid);
  across = a;

  const auto count = static_cast<int>(numbers.size());
  const auto segments = static_cast<int>(columns);
  const auto begins = thrust::make_transform_iterator(thrust::make_counting_iterator(0), FirstOfColumn{levels});
  const auto keys = [&](void* memory, std::size_t& bytes) {
    require(
        cub::DeviceSegmentedSort::SortKeys(memory, bytes, a.data(), sorted.data(), count, segments, begins, begins + 1),
        "segmented sort");
  };
  const auto pairs = [&](void* memory, std::size_t& bytes) {
    require(cub::DeviceSegmentedSort::StableSortPairs(memory, bytes, a.data(), sorted.data(), rows.data(), order.data(),
                                                      count, segments, begins, begins + 1),
            "segmented sort");
  };
  std::size_t keys_bytes = 0, pairs_bytes = 0;
  keys(nullptr, keys_bytes);
  pairs(nullptr, pairs_bytes);
  const auto memory = s::cuda::allocate<char>(std::max(keys_bytes, pairs_bytes));
  const float cub_keys = milliseconds([&] { keys(memory.get(), keys_bytes); });
  const float cub_pairs = milliseconds([&] { pairs(memory.get(), pairs_bytes); });
  const float own_keys = milliseconds([&] { sorted = s::column_sort(a); });
  const float own_order = milliseconds([&] { order = s::column_sort_permutation(a); });
  const float own_across = milliseconds([&] { across_sorted = s::column_sort(across); });
  std::printf(
      "%s %5d x %7zu  keys %7.3f, segmented %7.3f, ratio %5.2f   order %7.3f, segmented %7.3f, ratio %5.2f   "
      "keys, columns contiguous %7.3f\n",
      precision, levels, columns, own_keys, cub_keys, cub_keys / own_keys, own_order, cub_pairs, cub_pairs / own_order,
      own_across);
}

template <class T>
void measure_bins(const char* precision, int bins) {
  namespace s = stencil;
  const auto grid = s::ColumnGrid::uniform(64, 0.0, 1.0, std::size_t{1} << 20);
  const s::CenterField<T, s::backend::Cuda> a(grid);
  s::testing::scatter(a);
  std::vector<double> edges;
  for (int i = 0; i <= bins; ++i) edges.push_back(-1 + 2.0 * i / bins);
  const std::vector<T> levels(edges.begin(), edges.end());
  const auto device_levels = s::cuda::allocate<T>(levels.size());
  s::backend::Cuda::copy_from_host(device_levels.get(), levels.data(), levels.size());
  const auto counts = s::cuda::allocate<int>(edges.size());
  std::size_t bytes = 0;
  const auto range = [&](void* memory) {
    require(cub::DeviceHistogram::HistogramRange(memory, bytes, a.data(), counts.get(), bins + 1, device_levels.get(),
                                                 1 << 26),
            "CUB's histogram");
  };
  range(nullptr);
  const auto memory = s::cuda::allocate<char>(bytes);
  const float cub_time = milliseconds([&] { range(memory.get()); });
  const float own = milliseconds([&] { static_cast<void>(s::histogram(a, edges)); });
  const float weighted = milliseconds([&] { static_cast<void>(s::histogram(a, edges, a)); });
  std::printf("%s 2^26 values, %6d bins  %7.3f, CUB %7.3f, ratio %5.2f   with weights %7.3f\n", precision, bins, own,
              cub_time, cub_time / own, weighted);
}

template <class T>
void measure_profiles(const char* precision) {
  namespace s = stencil;
  const auto grid = s::ColumnGrid::uniform(64, 0.0, 1.0, std::size_t{1} << 20);
  s::CenterField<T, s::backend::Cuda> a(grid), b(grid);
  s::testing::scatter(a);
  const float copy = milliseconds([&] { b = a; });
  const float moments = milliseconds([&] { static_cast<void>(s::level_variance(a)); });
  const float quantile = milliseconds([&] { static_cast<void>(s::level_quantile(a, 0.9)); });
  std::printf("%s 64 x 1048576  copy %7.3f, level_variance %7.3f, level_quantile %7.3f\n", precision, copy, moments,
              quantile);
}

template <class T>
void measure_all(const char* precision) {
  for (const auto& [levels, columns] : {std::pair<int, std::size_t>{10, std::size_t{1} << 22},
                                        {33, std::size_t{1} << 20},
                                        {64, std::size_t{1} << 20},
                                        {137, 86400},
                                        {256, 1 << 17},
                                        {1000, 20000},
                                        {4097, 4000},
                                        {20000, 1000}})
    measure<T>(precision, levels, columns);
  for (const int bins : {20, 100, 1000, 100000}) measure_bins<T>(precision, bins);
  measure_profiles<T>(precision);
}

}  // namespace

int main() {
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
  measure_all<float>("float32");
#endif
  measure_all<double>("float64");
}
