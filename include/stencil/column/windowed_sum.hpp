// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <stencil/algorithm/wide_words.hpp>
#include <stencil/config.hpp>
#include <stencil/expression/values.hpp>

namespace stencil::summing {

/// An exact sum of numbers of float64 of similar sizes, one after the other, in registers: for threads of devices,
/// which would wait for the limbs of a ReproducibleSum in memory at each number.
///
/// Three parts of float64 hold the sum of what lies in a window of 126 bits. A number is cut at the units of the parts
/// (error-free vector transformation: Rump, Ogita and Oishi 2008, SIAM J. Sci. Comput. 31, 189-224), and as many as
/// `most` pieces add up in a part without rounding. The window is placed by the first number and moves up for a larger
/// one. What does not fit goes to a second sum, `rest`, the same at each call, by rest.add(number): what is below the
/// window, what no window holds (infinities, NaN, numbers from 2^978 on), and all parts when they are full.
class WindowedSum {
 public:
  static constexpr int parts = 3;

  template <class Rest>
  STENCIL_FUNCTION constexpr void add(double x, Rest& rest) {
#if defined(__FAST_MATH__)
    rest.add(x);
#else
    const std::uint64_t size = __builtin_bit_cast(std::uint64_t, x) & ~(std::uint64_t{1} << 63U);
    if (size >= above_all_ && !move_up(static_cast<int>(size >> 52U), rest)) {
      rest.add(x);
      return;
    }
    hold(x, rest);
    if (pieces_ == most) {
      for (double& part : part_) {
        rest.add(part);
        part = 0;
      }
      pieces_ = 0;
    }
#endif
  }
  /// Three numbers whose sum is what the window holds.
  STENCIL_FUNCTION constexpr double part(int p) const { return part_[p]; }

 private:
  static constexpr int most = 1024;   ///< a piece has at most 42 bits in units of its part, their sum at most 52
  static constexpr int apart = 42;    ///< binary places from one part to the next
  static constexpr int carry = 11;    ///< binary places between the top of the window and that of a full part
  static constexpr int headroom = 8;  ///< binary places above the number that moves the window
  static constexpr int lowest = 74;   ///< tops of windows, in exponents of float64: the last cut is no subnormal number
  static constexpr int highest = 2000;  ///< the first cut is no infinity

  /// Adds a number below the top of the window.
  template <class Rest>
  STENCIL_FUNCTION constexpr void hold(double x, Rest& rest) {
    unrolled<parts>([&](int p) {
      const double upper = (cut_[p] + x) - cut_[p];
      x -= upper;
      part_[p] += upper;
    });
    if (x != 0) rest.add(x);
    ++pieces_;
  }
  /// So that the window holds numbers with this exponent. False if none does.
  template <class Rest>
  STENCIL_FUNCTION constexpr bool move_up(int exponent, Rest& rest) {
    if (exponent > highest) return false;
    const int top = stencil::min(stencil::max(exponent + headroom, lowest), highest);
    above_all_ = static_cast<std::uint64_t>(top + 1) << 52U;
    double held[parts]{};
    unrolled<parts>([&](int p) {
      held[p] = part_[p];
      part_[p] = 0;
      const auto place = static_cast<std::uint64_t>(top + carry - p * apart);
      cut_[p] = 1.5 * __builtin_bit_cast(double, place << 52U);
    });
    // In the new units it is half of what a part may have, or less, so that as many pieces fit beside it.
    unrolled<parts>([&](int p) { hold(held[p], rest); });
    pieces_ = 0;
    return true;
  }

  double part_[parts]{};
  double cut_[parts]{};  ///< 1.5 times 2^52 units of the part
  std::uint64_t above_all_ = 0;
  int pieces_ = 0;
};

}  // namespace stencil::summing
