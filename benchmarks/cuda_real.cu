// SPDX-License-Identifier: BSD-3-Clause
// A column function of a real model and the same formula by hand on a GPU: seconds of each, as lines of JSON.
//
//   nvcc ... -DREAL_CASE='"real/kessler.hpp"' cuda_real.cu
//   cuda_real_kessler [--ours] COLUMNS...    with --ours not by hand
//   cuda_real_kessler --profile levels|columns COLUMNS    one call, for benchmarks/profile_real
//
// In float64, or with -DREAL_FLOAT32 in float32; what is expected of it is computed in float64.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include <cuda_profiler_api.h>

#include <stencil/cuda.hpp>

namespace race {

template <class T>
__global__ void repeat_kernel(const T* pattern, std::size_t kinds, std::size_t rows, std::size_t columns, T* to,
                              bool across) {
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < rows * columns;
       i += std::size_t{gridDim.x} * blockDim.x) {
    const std::size_t row = across ? i / columns : i % rows, column = across ? i % columns : i / rows;
    to[i] = pattern[(column % kinds) * rows + row];
  }
}
/// Memory of the device.
template <class T>
struct Memory {
  T* data = nullptr;
  explicit Memory(std::size_t count) {
    stencil::cuda::require(cudaMalloc(&data, std::max<std::size_t>(count, 1) * sizeof(T)), "memory");
  }
  explicit Memory(const std::vector<T>& from) : Memory(from.size()) {
    stencil::cuda::require(cudaMemcpy(data, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice), "copy");
  }
  Memory(const Memory&) = delete;
  ~Memory() { cudaFree(data); }
};
template <class T>
void repeat_columns(const std::vector<T>& pattern, std::size_t rows, std::size_t columns, T* to, bool across,
                    stencil::backend::Cuda) {
  const Memory<T> one(pattern);
  repeat_kernel<<<1024, 256>>>(one.data, pattern.size() / rows, rows, columns, to, across);
  stencil::cuda::require(cudaDeviceSynchronize(), "repeat_columns");
}

}  // namespace race

#include REAL_CASE

#include "arguments.hpp"
#include "cuda_timing.hpp"

namespace race {
namespace {

/// One thread for a column, or for `parts_of_thread` parts of it.
template <bool Local>
__global__ void by_hand_kernel(Raw x, int parts_of_thread, Real* memory) {
  const std::ptrdiff_t column = blockIdx.x * std::ptrdiff_t{blockDim.x} + threadIdx.x;
  if (column >= x.columns) return;
  Real local[Local && Case::scratch > 0 ? Case::scratch * (most_levels + 1) : 1];
  const int begin = static_cast<int>(blockIdx.y) * parts_of_thread;
  const int end = min(begin + parts_of_thread, Case::parts);
  const std::ptrdiff_t step = Local ? 1 : x.columns;
  const Block<true, 1> block{
      x.columns, column, x.levels, begin, end, 1, Local ? local : memory + column, step, (x.levels + 1) * step};
  Case::by_hand(x, block);
}

/// The largest difference of an array from columns that repeat, and the largest value of those. Bits of numbers that
/// are not negative have the order of the numbers, with what is not a number above all.
template <class T>
__global__ void distance_kernel(const T* values, const double* pattern, std::size_t kinds, std::size_t rows,
                                std::size_t columns, bool across, unsigned long long* off,
                                unsigned long long* largest) {
  double here = 0, size = 0;
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < rows * columns;
       i += std::size_t{gridDim.x} * blockDim.x) {
    const std::size_t row = across ? i / columns : i % rows, column = across ? i % columns : i / rows;
    const double expected = pattern[(column % kinds) * rows + row], apart = abs(values[i] - expected);
    here = apart <= here || isnan(here) ? here : apart;
    size = abs(expected) <= size || isnan(size) ? size : abs(expected);
  }
  atomicMax(off, static_cast<unsigned long long>(__double_as_longlong(abs(here))));
  atomicMax(largest, static_cast<unsigned long long>(__double_as_longlong(abs(size))));
}
template <class T>
double distance(const T* values, const std::vector<double>& pattern, std::size_t rows, std::size_t columns,
                bool across) {
  const Memory<double> expected(pattern), both(std::vector<double>(2, 0.0));
  auto* const bits = reinterpret_cast<unsigned long long*>(both.data);
  distance_kernel<<<1024, 256>>>(values, expected.data, pattern.size() / rows, rows, columns, across, bits, bits + 1);
  double found[2];
  cuda::require(cudaMemcpy(found, both.data, sizeof(found), cudaMemcpyDeviceToHost), "copy");
  return found[1] > 0 ? found[0] / found[1] : found[0];
}

/// The time of a call, of as many calls as take a fiftieth of a second.
template <class F>
double seconds(const F& call) {
  const double once = timing::seconds(1, call);
  if (once > 0.02) return once;
  return timing::seconds(std::max(1, std::min(50, static_cast<int>(0.02 / once))), call);
}

using Expected = std::vector<std::vector<double>>;

/// The results of a few columns in float64, column after column.
Expected expected_results() {
  Ours<Case, backend::Cuda, layout::LevelsContiguous, double> ours(kinds);
  ours(policy());
  Expected all;
  for (const auto& one : ours.make.made) {
    if (!one.is_result) continue;
    std::vector<double> values(ours.make.rows(one.location) * kinds);
    cuda::require(cudaMemcpy(values.data(), ours.make.raw.out[all.size()], values.size() * sizeof(double),
                             cudaMemcpyDeviceToHost),
                  "copy");
    all.push_back(std::move(values));
  }
  return all;
}
/// How far the results of a case are from those of a few columns.
template <class Made>
double distance(const Made& made, const Expected& expected, bool across) {
  double off = 0;
  std::size_t number = 0;
  for (const auto& one : made.made) {
    if (!one.is_result) continue;
    const double here =
        distance(made.raw.out[number], expected[number], made.rows(one.location), made.grid.columns(), across);
    off = here <= off ? off : here;
    ++number;
  }
  return off;
}

template <class Layout>
void profile(std::size_t columns) {
  Ours<Case, backend::Cuda, Layout> ours(columns);
  ours(policy());  // what a first call prepares is not of interest
  cuda::require(cudaDeviceSynchronize(), "wait");
  cuda::require(cudaProfilerStart(), "profiler");
  ours(policy());
  cuda::require(cudaDeviceSynchronize(), "wait");
  cuda::require(cudaProfilerStop(), "profiler");
}

template <class Layout, class C = Case>
void measure_ours(std::size_t columns, const Expected& expected) {
  Ours<Case, backend::Cuda, Layout> ours(columns);
  const auto measure = [&](const char* who, const auto& how) {
    const double time = seconds([&] { ours(how); });
    print_time(Case::name, who, Layout::name, columns, time, ours.bytes(),
               distance(ours.make, expected, Layout::columns_contiguous));
  };
  measure("ours", policy());
  if constexpr (requires { C::threads_can_sweep; }) measure("ours, a thread a column", with(cuda::ColumnPerThread{}));
}

void measure_by_hand(std::size_t columns, const Expected& expected) {
  Ours<Case, backend::Cuda, layout::ColumnsContiguous> fields(columns);
  Raw raw = fields.make.raw;
  const auto& grid = fields.make.grid;
  const auto centers = grid.z_centers(0), faces = grid.z_faces(0);
  std::vector<Real> zc, zf, dc, df(faces.size());
  for (const double z : centers) zc.push_back(static_cast<Real>(z));
  for (const double z : faces) zf.push_back(static_cast<Real>(z));
  for (std::size_t k = 0; k < zc.size(); ++k) dc.push_back(static_cast<Real>(faces[k + 1] - faces[k]));
  for (std::size_t k = 1; k < zc.size(); ++k) df[k] = static_cast<Real>(centers[k] - centers[k - 1]);
  df.front() = dc.front(), df.back() = dc.back();
  const Memory<Real> zc_there(zc), zf_there(zf), dc_there(dc), df_there(df);
  raw.z_centers = zc_there.data, raw.z_faces = zf_there.data;
  raw.dz_centers = dc_there.data, raw.dz_faces = df_there.data;
  const Memory<Real> scratch(static_cast<std::size_t>(Case::scratch) * (most_levels + 1) * columns);

  double best = 1e30;
  std::string best_form;
  for (const int threads : {32, 64, 128}) {
    for (const int part : {Case::parts, 16, 4, 1}) {
      if (part > Case::parts) continue;
      const dim3 blocks(static_cast<unsigned>((columns + threads - 1) / threads),
                        static_cast<unsigned>((Case::parts + part - 1) / part));
      for (const bool local : {false, true}) {
        if (local && Case::scratch == 0) continue;
        const double time = seconds([&] {
          if (local)
            by_hand_kernel<true><<<blocks, threads>>>(raw, part, scratch.data);
          else
            by_hand_kernel<false><<<blocks, threads>>>(raw, part, scratch.data);
        });
        if (time >= best) continue;
        best = time;
        best_form = std::string("columns contiguous, blocks of ") + std::to_string(threads) + " threads, " +
                    (part == Case::parts ? "a column" : std::to_string(part) + " parts of one") + " each" +
                    (Case::scratch == 0 ? ""
                     : local            ? ", local memory"
                                        : ", global memory");
      }
    }
  }
  print_time(Case::name, "by hand", best_form.c_str(), columns, best, fields.bytes(),
             distance(fields.make, expected, true));
}

/// Seconds for each byte of a triad of three arrays.
__global__ void triad_kernel(const double* a, const double* b, double* c, std::size_t count) {
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count;
       i += std::size_t{gridDim.x} * blockDim.x)
    c[i] = a[i] + 3 * b[i];
}
void measure_triad() {
  const std::size_t count = std::size_t{1} << 26;
  const Memory<double> a(count), b(count), c(count);
  const double time = seconds([&] { triad_kernel<<<4096, 512>>>(a.data, b.data, c.data, count); });
  print_time(Case::name, "triad", "", count, time, 24.0 * static_cast<double>(count), 0);
}

}  // namespace
}  // namespace race

int main(int count, char** argument) {
  using namespace race;
  if (count == 4 && std::strcmp(argument[1], "--profile") == 0) {
    const auto columns = arguments::number<std::size_t>(count, argument, 3, 0);
    if (std::strcmp(argument[2], "columns") == 0) {
      profile<layout::ColumnsContiguous>(columns);
    } else {
      profile<layout::LevelsContiguous>(columns);
    }
    return 0;
  }
  const bool by_hand = count < 2 || std::strcmp(argument[1], "--ours") != 0;
  std::vector<std::size_t> sizes;
  for (int i = by_hand ? 1 : 2; i < count; ++i) sizes.push_back(arguments::number<std::size_t>(count, argument, i, 0));
  measure_triad();
  const Expected expected = expected_results();
  for (const std::size_t columns : sizes) {
    try {
      measure_ours<layout::LevelsContiguous>(columns, expected);
      measure_ours<layout::ColumnsContiguous>(columns, expected);
      if (by_hand) measure_by_hand(columns, expected);
    } catch (const std::exception& error) {
      std::printf("# %s, %zu columns: %s\n", Case::name, columns, error.what());
    }
  }
}
