// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include <stencil/cuda.hpp>

/// W1 and W2 on a GPU beside the same kernel by hand and the best triad of the same streams, all in one run.
namespace benchmarks {

struct Size {
  int levels;
  std::size_t columns;
};

struct Options {
  std::vector<Size> sizes;
  int repetitions = 7;
  double seconds = 0.004;  ///< per repetition
  std::string only;        ///< a part of the case's name
  std::FILE* csv = stdout;
};

/// One way to do the work of a case.
struct Way {
  std::string name;
  std::function<void()> run;
};

/// Median milliseconds of each way, repetitions interleaved.
inline std::vector<double> medians(const std::vector<Way>& ways, const Options& options) {
  cudaEvent_t begin, end;
  stencil::cuda::require(cudaEventCreate(&begin), "event");
  stencil::cuda::require(cudaEventCreate(&end), "event");
  const auto time = [&](const Way& way, int count) {
    cudaEventRecord(begin);
    for (int i = 0; i < count; ++i) way.run();
    cudaEventRecord(end);
    stencil::cuda::require(cudaEventSynchronize(end), way.name.c_str());
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, begin, end);
    return static_cast<double>(milliseconds) / count;
  };
  std::vector<int> counts;
  for (const Way& way : ways) {
    time(way, 1);
    counts.push_back(std::clamp(static_cast<int>(options.seconds * 1000 / time(way, 2)), 1, 200));
  }
  std::vector<std::vector<double>> times(ways.size());
  for (int r = 0; r < options.repetitions; ++r) {
    for (std::size_t i = 0; i < ways.size(); ++i) times[i].push_back(time(ways[i], counts[i]));
  }
  std::vector<double> result;
  for (auto& t : times) {
    std::sort(t.begin(), t.end());
    result.push_back(t[t.size() / 2]);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
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

struct W1 {
  static constexpr const char* name = "W1";
  template <class T, class F, class C>
  static auto expression(const C& a, const C& b, const F& k) {
    using namespace stencil;
    return DivergenceF2C(bottom(SetValue(T(0))), top(SetValue(T(0))))(k * GradientC2F()(a * b));
  }
};
struct W2 {
  static constexpr const char* name = "W2";
  template <class T, class F, class C>
  static auto expression(const C& a, const C& b, const F& k) {
    using namespace stencil;
    const auto div = DivergenceF2C(bottom(SetValue(T(0))), top(SetValue(T(0))));
    return div(k * GradientC2F()(div(exp(InterpolateC2F()(a)) * GradientC2F()(a * b))));
  }
};

/// Prints one line per way: case, way, milliseconds, GB/s of compulsory bytes, ratio to the triad.
template <class Work, class T, class Layout>
void run_case(const Options& options) {
  using namespace stencil;
  using B = backend::Cuda;
  const std::string kind = std::string(Work::name) + (sizeof(T) == 4 ? " float32 " : " float64 ") +
                           (Layout::levels_contiguous ? "levels" : "columns");
  if (kind.find(options.only) == std::string::npos) return;
  for (const Size size : options.sizes) {
    const double bytes = static_cast<double>(sizeof(T)) * static_cast<double>(size.columns) * (4.0 * size.levels + 1);
    if (bytes > 40e9) continue;
    const auto grid = ColumnGrid::uniform(size.levels, 0.0, 30e3, size.columns);
    Field<T, Center, B, Layout> a(grid), b(grid), out(grid);
    Field<T, Face, B, Layout> k(grid);
    a = T(1) + T(1e-5) * heights<T>(Center{});
    b = sin(T(1e-4) * heights<T>(Center{}));
    k = T(2) + cos(T(1e-4) * heights<T>(Face{}));
    const auto expression = Work::template expression<T>(a, b, k);
    const std::size_t words = (static_cast<std::size_t>(size.levels) * size.columns * sizeof(T) + 15) / 16;
    const auto blocks = static_cast<unsigned>((words + 255) / 256);
    std::vector<Way> ways;
    ways.push_back({"triad", [&] {
                      triad<T><<<blocks, 256>>>(out.target().data, a.target().data, b.target().data, k.target().data,
                                                words);
                    }});
    ways.push_back({"registers", [&] { assign(out, expression, with(cuda::RegisterColumns{})); }});
    ways.push_back({"shared", [&] { assign(out, expression, with(cuda::SharedMemory{})); }});
    ways.push_back({"pointwise", [&] { assign(out, expression, with(cuda::Pointwise{})); }});
    const std::vector<double> milliseconds = medians(ways, options);
    const double triad_rate = static_cast<double>(words) * 64 / milliseconds[0] / 1e6;
    for (std::size_t i = 0; i < ways.size(); ++i) {
      const double rate = (i == 0 ? static_cast<double>(words) * 64 : bytes) / milliseconds[i] / 1e6;
      std::fprintf(options.csv, "%s,%d,%zu,%s,%.5f,%.0f,%.3f\n", kind.c_str(), size.levels, size.columns,
                   ways[i].name.c_str(), milliseconds[i], rate, rate / triad_rate);
      std::fflush(options.csv);
    }
  }
}

}  // namespace benchmarks
