// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <stencil/column/reproducible_sum.hpp>

/// Exact sums of many numbers at a time, for processors with vectors: the bits of ReproducibleSum with one number at a
/// time.
namespace stencil::detail::summing {

/// At most this many numbers are added at a time.
inline constexpr int at_once = 1024;

/// Adds numbers and overwrites them. Each is split so that the sum of the upper parts is exact in float64
/// (error-free vector transformation: Rump, Ogita and Oishi 2008, SIAM J. Sci. Comput. 31, 189-224), until no
/// lower part is left. A function of its own, so that no compiler merges the split with operations of the caller.
[[gnu::noinline]] inline void add_exactly(double* x, int count, ReproducibleSum& to) {
#if !defined(__FAST_MATH__)
  // Side by side, so that they are in vector registers.
  constexpr int lanes = 16;
  const auto each = [&](const auto& f) {
    int i = 0;
    for (; i + lanes <= count; i += lanes) {
      for (int lane = 0; lane < lanes; ++lane) f(i + lane, lane);
    }
    for (int lane = 0; i < count; ++i, ++lane) f(i, lane);
  };
  std::uint64_t sizes[lanes] = {};
  const auto note = [&](double number, int lane) {
    const std::uint64_t size = __builtin_bit_cast(std::uint64_t, number) & ~(std::uint64_t{1} << 63U);
    sizes[lane] = size > sizes[lane] ? size : sizes[lane];
  };
  each([&](int i, int lane) { note(x[i], lane); });
  // A cut takes 41 bits. More than three are for numbers of very different sizes.
  for (int cut = 0; cut < 4; ++cut) {
    std::uint64_t largest = 0;
    for (std::uint64_t& size : sizes) {
      largest = size > largest ? size : largest;
      size = 0;
    }
    if (largest == 0) return;
    // Beyond it, 2^(exponent + 11) is no number; infinities and NaN are there too.
    const std::uint64_t exponent = largest >> 52U;
    if (exponent > 2000) break;
    const double above = __builtin_bit_cast(double, (exponent + 11) << 52U) * 1.5;
    double sums[lanes] = {};
    each([&](int i, int lane) {
      const double upper = (above + x[i]) - above;
      x[i] -= upper;
      sums[lane] += upper;
      note(x[i], lane);
    });
    double sum = 0;
    for (const double of_lane : sums) sum += of_lane;
    to.add(sum);
  }
#endif
  for (int i = 0; i < count; ++i) to.add(x[i]);
}

}  // namespace stencil::detail::summing
