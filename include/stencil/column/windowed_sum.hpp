// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <stencil/algorithm/wide_words.hpp>
#include <stencil/config.hpp>
#include <stencil/expression/values.hpp>

namespace stencil::detail::summing {

/// An exact sum of numbers of float64 of similar sizes, one after the other, in registers: for threads of devices,
/// which would wait for the limbs of a ReproducibleSum in memory at each number.
///
/// Three parts of float64 hold the sum of what lies in a window of 126 bits. A number is cut at the units of the parts
/// (error-free vector transformation: Rump, Ogita and Oishi 2008, SIAM J. Sci. Comput. 31, 189-224), and as many as
/// `most` pieces add up in a part without rounding. The window is placed by the first number and moves up for a larger
/// one and when the parts are full. What does not fit goes to a second sum in memory, the `rest`: what is below the
/// window, and what no window holds (infinities, NaN, numbers from 2^978 on).
///
/// `Rest` is ReproducibleSum.
template <class Rest>
class WindowedSum {
 public:
  static constexpr int parts = 3;

  /// Nothing has been added yet; what `rest` has, if anything, counts.
  STENCIL_FUNCTION constexpr explicit WindowedSum(bool has_rest = false) : has_rest_(has_rest) {}

  /// `rest` is the same at each call; there need not be a sum there before has_rest().
  STENCIL_FUNCTION void add(double x, Rest* rest) {
#if defined(__FAST_MATH__)
    has_rest_ = add_to(rest, has_rest_, x);
#else
    STENCIL_ROUNDED(x);
    const std::uint64_t size = __builtin_bit_cast(std::uint64_t, x) & ~(std::uint64_t{1} << 63U);
    if (size < above_all_ && pieces_ < most) {
      hold(x, rest);
    } else {
      *this = with(*this, x, static_cast<int>(size >> 52U), rest);
    }
#endif
  }
  /// Adds what another window has left beside it, settled.
  STENCIL_FUNCTION void add_rest(const Rest& of_other, Rest* rest) { has_rest_ = add_to(rest, has_rest_, of_other); }
  /// Three numbers whose sum is what the window holds.
  STENCIL_FUNCTION constexpr double part(int p) const { return part_[p]; }
  STENCIL_FUNCTION constexpr bool has_rest() const { return has_rest_; }

 private:
  static constexpr int most = 1024;   ///< a piece has at most 42 bits in units of its part, their sum at most 52
  static constexpr int apart = 42;    ///< binary places from one part to the next
  static constexpr int carry = 11;    ///< binary places between the top of the window and that of a full part
  static constexpr int headroom = 8;  ///< binary places above the number that moves the window
  static constexpr int lowest = 74;   ///< tops of windows, in exponents of float64: the last cut is no subnormal number
  static constexpr int highest = 2000;  ///< the first cut is no infinity

  /// Adds a number below the top of the window.
  STENCIL_FUNCTION void hold(double x, Rest* rest) {
    unrolled<parts>([&](int p) {
      const double upper = (cut_[p] + x) - cut_[p];
      x -= upper;
      part_[p] += upper;
    });
    if (x != 0) has_rest_ = add_to(rest, has_rest_, x);
    ++pieces_;
  }
  /// Places the window so that it holds numbers with this exponent.
  STENCIL_FUNCTION void move_up(int exponent, Rest* rest) {
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
  }
  /// A window and a number that does not fit into it yet. Apart from what is done for each number, and by value: so the
  /// code for that is short, and the window can stay in registers.
  STENCIL_NOT_INLINED STENCIL_FUNCTION static WindowedSum with(WindowedSum window, double x, int exponent, Rest* rest) {
    const int full = static_cast<int>(window.above_all_ >> 52U);
    const int needed = window.pieces_ == most ? stencil::max(exponent, full) : exponent;
    if (needed <= highest) {
      window.move_up(needed, rest);
      window.hold(x, rest);
      return window;
    }
    if (window.pieces_ == most) {
      for (double& part : window.part_) {
        window.has_rest_ = add_to(rest, window.has_rest_, part);
        part = 0;
      }
      window.pieces_ = 0;
    }
    if (exponent <= highest) {
      window.hold(x, rest);
    } else {
      window.has_rest_ = add_to(rest, window.has_rest_, x);
    }
    return window;
  }
  /// Adds a number or a settled sum to the rest, which is a sum from then on.
  template <class X>
  STENCIL_NOT_INLINED STENCIL_FUNCTION static bool add_to(Rest* rest, bool is_sum, const X& x) {
    if (!is_sum) *rest = Rest{};
    rest->add(x);
    return true;
  }

  double part_[parts]{};
  double cut_[parts]{};  ///< 1.5 times 2^52 units of the part
  std::uint64_t above_all_ = 0;
  int pieces_ = 0;
  bool has_rest_ = false;
};

}  // namespace stencil::detail::summing
