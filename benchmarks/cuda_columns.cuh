// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <stencil/cuda.hpp>

#include "cuda_by_hand_kernels.cuh"
#include "cuda_columns.hpp"

/// W1 and W2 on a GPU beside the same kernel by hand and the best triad of the same streams, all in one run.
namespace benchmarks {

/// One way to do the work of a case.
using Way = by_hand::Form;

/// Median milliseconds of each way, repetitions interleaved.
inline std::vector<double> medians(const std::vector<Way>& ways, const Options& options, int repetitions) {
  cudaEvent_t begin, end;
  stencil::cuda::require(cudaEventCreate(&begin), "event");
  stencil::cuda::require(cudaEventCreate(&end), "event");
  const auto time = [&](const Way& way, int count) {
    stencil::cuda::require(cudaEventRecord(begin), way.name.c_str());
    for (int i = 0; i < count; ++i) way.run();
    stencil::cuda::require(cudaEventRecord(end), way.name.c_str());
    stencil::cuda::require(cudaEventSynchronize(end), way.name.c_str());
    float milliseconds = 0;
    stencil::cuda::require(cudaEventElapsedTime(&milliseconds, begin, end), way.name.c_str());
    return static_cast<double>(milliseconds) / count;
  };
  std::vector<int> counts;
  for (const Way& way : ways) {
    time(way, 1);
    counts.push_back(std::clamp(static_cast<int>(options.seconds * 1000 / time(way, 2)), 1, 200));
  }
  std::vector<std::vector<double>> times(ways.size());
  for (int r = 0; r < repetitions; ++r) {
    for (std::size_t i = 0; i < ways.size(); ++i) times[i].push_back(time(ways[i], counts[i]));
  }
  std::vector<double> result;
  for (auto& t : times) {
    std::sort(t.begin(), t.end());
    result.push_back(t[t.size() / 2]);
  }
  stencil::cuda::require(cudaEventDestroy(begin), "event");
  stencil::cuda::require(cudaEventDestroy(end), "event");
  return result;
}

/// out = a * b + c, 16 bytes a time.
template <class T>
__global__ void triad(T* out, const T* a, const T* b, const T* c, std::size_t words) {
  constexpr int n = 16 / sizeof(T);
  struct alignas(16) Word {
    T value[n];
  };
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= words) return;
  const Word x = reinterpret_cast<const Word*>(a)[i];
  const Word y = reinterpret_cast<const Word*>(b)[i];
  const Word z = reinterpret_cast<const Word*>(c)[i];
  Word w;
  for (int k = 0; k < n; ++k) w.value[k] = x.value[k] * y.value[k] + z.value[k];
  reinterpret_cast<Word*>(out)[i] = w;
}

/// Values between 0.5 and 1.5 that vary from row to row: on smooth fields rounding would hide what is wrong.
template <class T>
__global__ void scatter(T* to, std::ptrdiff_t count, unsigned seed) {
  const std::ptrdiff_t step = static_cast<std::ptrdiff_t>(gridDim.x) * blockDim.x;
  for (std::ptrdiff_t i = static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) {
    unsigned bits = static_cast<unsigned>(i) * 2654435761U + seed;
    bits = (bits ^ (bits >> 15)) * 2246822519U;
    to[i] = static_cast<T>(0.5) + static_cast<T>((bits ^ (bits >> 13)) >> 8) / (1 << 24);
  }
}

/// The bits of the largest |x - y|, and of the largest |x|. Bits of positive doubles are ordered as their values are,
/// and those of a NaN are above all others.
template <class T>
__global__ void compare(const T* x, const T* y, std::ptrdiff_t count, unsigned long long* largest) {
  unsigned long long difference = 0, size = 0;
  const std::ptrdiff_t step = static_cast<std::ptrdiff_t>(gridDim.x) * blockDim.x;
  for (std::ptrdiff_t i = static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) {
    const double a = x[i];
    const double d = a - static_cast<double>(y[i]);
    difference = max(difference, static_cast<unsigned long long>(__double_as_longlong(fabs(d))));
    size = max(size, static_cast<unsigned long long>(__double_as_longlong(fabs(a))));
  }
  atomicMax(largest, difference);
  atomicMax(largest + 1, size);
}

/// Throws unless `way` writes all of `expected` to `out`.
template <class T>
void require_same(const std::string& of, const Way& way, const T* expected, T* out, std::ptrdiff_t count) {
  using stencil::cuda::require;
  const auto bits = stencil::cuda::allocate<unsigned long long>(2);
  // All bits set is a NaN, which stays where nothing is written.
  require(cudaMemset(out, 0xff, static_cast<std::size_t>(count) * sizeof(T)), "memset of a result");
  way.run();
  compare<<<1024, 256>>>(expected, out, count, bits.get());
  double largest[2] = {};
  require(cudaMemcpy(largest, bits.get(), sizeof(largest), cudaMemcpyDeviceToHost), way.name.c_str());
  const double tolerance = sizeof(T) == 4 ? 1e-4 : 1e-12;
  if (largest[0] <= tolerance * largest[1] && std::isfinite(largest[1])) return;
  throw std::runtime_error(of + ": " + way.name + " and the kernel written by hand differ by " +
                           std::to_string(largest[0]) + ", the largest value being " + std::to_string(largest[1]));
}

struct W1 {
  static constexpr const char* name = "W1";
  using ByHand = by_hand::W1;
  template <class C, class F>
  static auto expression(const C& a, const C& b, const F& f) {
    using namespace stencil;
    return DivergenceF2C(bottom(SetValue(0)), top(SetValue(0)))(f * GradientC2F()(a * b));
  }
};
struct W2 {
  static constexpr const char* name = "W2";
  using ByHand = by_hand::W2;
  template <class C, class F>
  static auto expression(const C& a, const C& b, const F& f) {
    using namespace stencil;
    const auto div = DivergenceF2C(bottom(SetValue(0)), top(SetValue(0)));
    return div(f * GradientC2F()(div(exp(InterpolateC2F()(a)) * GradientC2F()(a * b))));
  }
};

template <class T>
stencil::ValueBuffer<T> reciprocals(std::span<const double> values) {
  std::vector<T> host;
  for (const double value : values) host.push_back(static_cast<T>(1 / value));
  auto device = stencil::cuda::allocate<T>(host.size());
  stencil::cuda::require(cudaMemcpy(device.get(), host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice),
                         "spacings");
  return device;
}

/// Writes one line per way: GB/s of the bytes that must move once, and rates as a part of the triad's and the hand's.
template <class Work, class T, class Layout>
void run_case(const Options& options, const std::string& kind, int levels, std::size_t columns) {
  using namespace stencil;
  using B = backend::Cuda;
  const std::string name = kind + "/" + std::to_string(levels) + "x" + std::to_string(columns);
  if (name.find(options.only) == std::string::npos) return;
  const double bytes = static_cast<double>(sizeof(T)) * static_cast<double>(columns) * (4.0 * levels + 1);
  const auto count = static_cast<std::ptrdiff_t>(columns) * levels;
  if (const double needed = bytes + static_cast<double>(sizeof(T)) * static_cast<double>(count);
      needed > options.gigabytes * 1e9) {
    std::fprintf(stderr, "left out: %s needs %.1f GB\n", name.c_str(), needed / 1e9);
    return;
  }

  const auto grid = ColumnGrid::stretched(levels, 0.0, levels, 0.5, columns);
  Field<T, Center, B, Layout> a(grid), b(grid), out(grid), expected(grid);
  Field<T, Face, B, Layout> f(grid);
  scatter<<<1024, 256>>>(a.data(), count, 1);
  scatter<<<1024, 256>>>(b.data(), count, 2);
  scatter<<<1024, 256>>>(f.data(), count + static_cast<std::ptrdiff_t>(columns), 3);
  const auto inverse_df = reciprocals<T>(grid.dz_faces());
  const auto inverse_dc = reciprocals<T>(grid.dz_centers());
  const by_hand::Problem<T> problem{a.data(),         b.data(),         f.data(), out.data(),
                                    inverse_df.get(), inverse_dc.get(), levels,   static_cast<std::ptrdiff_t>(columns)};

  const auto forms = by_hand::forms<typename Work::ByHand, Layout::levels_contiguous>(problem);
  forms[0].run();
  cuda::require(
      cudaMemcpy(expected.data(), out.data(), static_cast<std::size_t>(count) * sizeof(T), cudaMemcpyDeviceToDevice),
      "result of the kernel written by hand");
  for (const Way& form : forms) require_same(name, form, expected.data(), out.data(), count);
  const std::vector<double> trial = medians(forms, options, 3);
  const Way& hand = forms[static_cast<std::size_t>(std::min_element(trial.begin(), trial.end()) - trial.begin())];

  const auto expression = Work::expression(a, b, f);
  const std::vector<Way> ways = {
      {"registers", [&] { assign(out, expression, with(cuda::RegisterColumns{})); }},
      {"shared", [&] { assign(out, expression, with(cuda::SharedMemory{})); }},
      {"pointwise", [&] { assign(out, expression, with(cuda::Pointwise{})); }},
  };
  for (const Way& way : ways) require_same(name, way, expected.data(), out.data(), count);

  const std::size_t words = static_cast<std::size_t>(count) * sizeof(T) / 16;
  const auto blocks = static_cast<unsigned>((words + 255) / 256);
  std::vector<Way> timed = {
      {"triad", [&] { triad<T><<<blocks, 256>>>(out.data(), a.data(), b.data(), f.data(), words); }},
      {"hand", hand.run}};
  timed.insert(timed.end(), ways.begin(), ways.end());
  const std::vector<double> milliseconds = medians(timed, options, options.repetitions);
  const auto rate = [&](std::size_t i) {
    return (i == 0 ? static_cast<double>(words) * 64 : bytes) / milliseconds[i] / 1e6;
  };
  std::string key = name;
  std::replace(key.begin(), key.end(), '/', ',');
  key[key.rfind('x')] = ',';
  for (std::size_t i = 0; i < timed.size(); ++i) {
    std::fprintf(options.csv, "%s,%s,%s,%.5f,%.0f,%.3f,%.3f\n", key.c_str(), timed[i].name.c_str(),
                 i == 1 ? hand.name.c_str() : "", milliseconds[i], rate(i), rate(i) / rate(0), rate(i) / rate(1));
  }
  std::fflush(options.csv);
}

template <class Work, class T>
void run_layouts(const Options& options) {
  const std::string kind = std::string(Work::name) + (sizeof(T) == 4 ? "/f32/" : "/f64/");
  for (const int levels : options.levels) {
    for (const std::size_t columns : options.columns) {
      run_case<Work, T, stencil::layout::LevelsContiguous>(options, kind + "levels", levels, columns);
      run_case<Work, T, stencil::layout::ColumnsContiguous>(options, kind + "columns", levels, columns);
    }
  }
}

}  // namespace benchmarks
