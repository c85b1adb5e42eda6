// SPDX-License-Identifier: BSD-3-Clause
// Dense operators along the column on the CPU: the product alone and in an expression, beside the same product by plain
// loops that a compiler vectorises, and the rate of multiplications and additions that registers alone reach.
//
//   cpu_dense [columns]
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <vector>

#include <stencil/stencil.hpp>

#include "arguments.hpp"
#include "cpu_timing.hpp"
#include "difference.hpp"

namespace {

using namespace stencil;

template <class F>
double seconds(const F& f) {
  return timing::shortest(5, f);
}

/// Operations per second of independent multiplications and additions of double on one thread.
double peak() {
  constexpr int lanes = cpu::simd::native_bytes / static_cast<int>(sizeof(double));
  using V = cpu::simd::vector<double, lanes>;
  constexpr int chains = 12, times = 4'000'000;
  V sum[chains] = {};
  const double factor = std::atof("0.999");
  const double time = seconds([&] {
    for (int i = 0; i < times; ++i)
      for (V& s : sum) s = s * factor + factor;
  });
  double total = 0;
  for (const V& s : sum) total += s[0];
  if (total == 0) std::printf("never\n");
  return 2.0 * lanes * chains * times / time;
}

template <class T, class Layout>
void compare(int levels, std::size_t columns) {
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1000.0, columns);
  CenterField<T, backend::Cpu, Layout> a(grid), b(grid), x(grid), y(grid);
  FaceField<T, backend::Cpu, Layout> f(grid);
  x = sin(heights<T>(Center{}));
  f = cos(heights<T>(Face{}));
  a = x + T(1);
  b = x + T(2);
  const auto n = static_cast<std::size_t>(levels);
  std::vector<double> entries(n * n);
  for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = std::cos(0.37 * static_cast<double>(i % 1009));
  const DenseC2C m(entries, levels, levels);
  constexpr bool across = Layout::columns_contiguous;
  std::vector<T> matrix(n * n);  // across by rows, else by columns, so that the innermost loop goes along memory
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k) matrix[across ? i * n + k : k * n + i] = static_cast<T>(entries[i * n + k]);
  const double product = seconds([&] { y = m(x); });
  const std::vector<T> expected = y.to_host();
  const double around = seconds([&] { y = a * m(x * GradientF2C()(f)) + b; });
  const double loops = seconds([&] {
    T* const out = y.data();
    const T* const in = x.data();
    std::fill(out, out + n * columns, T(0));
    if constexpr (across) {
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < n; ++k)
          for (std::size_t c = 0; c < columns; ++c) out[i * columns + c] += matrix[i * n + k] * in[k * columns + c];
    } else {
      for (std::size_t c = 0; c < columns; ++c)
        for (std::size_t k = 0; k < n; ++k)
          for (std::size_t i = 0; i < n; ++i) out[c * n + i] += matrix[k * n + i] * in[c * n + k];
    }
  });
  double largest = 0, off = 0;
  const auto by_loops = y.to_host();
  for (std::size_t i = 0; i < expected.size(); ++i) {
    largest = std::max(largest, std::abs(static_cast<double>(expected[i])));
    off = difference::larger(off, std::abs(static_cast<double>(by_loops[i]) - static_cast<double>(expected[i])));
  }
  if (!(off <= (sizeof(T) == 4 ? 1e-4 : 1e-12) * largest)) {
    std::fprintf(stderr, "cpu_dense: product and loops differ by %g, the largest value being %g\n", off, largest);
    std::exit(1);
  }
  const double operations = 2.0 * levels * levels * static_cast<double>(columns);
  std::printf("%-6s %-18s %5d | product %6.1f GFLOP/s | in an expression %6.1f | loops %6.1f\n",
              std::is_same_v<T, double> ? "double" : "float", Layout::name, levels, operations / product * 1e-9,
              operations / around * 1e-9, operations / loops * 1e-9);
}

}  // namespace

int main(int argc, char** argv) {
  const auto columns = arguments::number<std::size_t>(argc, argv, 1, 1 << 13);
  std::printf("registers alone, one thread: %.1f GFLOP/s in double, twice that in float\n", peak() * 1e-9);
  for (const int levels : {64, 137, 256}) {
    compare<double, layout::LevelsContiguous>(levels, columns);
    compare<double, layout::ColumnsContiguous>(levels, columns);
    compare<float, layout::LevelsContiguous>(levels, columns);
    compare<float, layout::ColumnsContiguous>(levels, columns);
  }
  return 0;
}
