// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include <stencil/config.hpp>
#include <stencil/finite.hpp>

namespace stencil {

/// The exact sum of numbers of float64, rounded once. It is one long integer in units of 2^-1074, the smallest number
/// of float64, kept in limbs of 32 bits in words of 64: the same bits in any order and any grouping of the summands.
/// The words of several sums, added one by one, are the words of their sum, so that one reduction of whole numbers over
/// processes makes the sum of all. As the small superaccumulator of Neal (2015), Fast exact summation using small and
/// large superaccumulators, arXiv:1505.05571; for models Hallberg and Adcroft (2014), Parallel Computing 40, 140-143.
///
/// Up to 2^62 summands. A NaN, or infinities of both signs, make the sum a NaN; an infinity, or a sum beyond the range
/// of float64, makes it infinite. A sum of zeros is +0.
class ReproducibleSum {
 public:
  static constexpr int limbs = 68;         ///< of 32 bits: 2098 bits of float64, 62 of the number of summands, a sign
  static constexpr int words = limbs + 3;  ///< limbs, and how many NaN, +infinities and -infinities there were

  STENCIL_FUNCTION constexpr void add(double x) {
    const auto bits = __builtin_bit_cast(std::uint64_t, x);
    const auto exponent = static_cast<int>((bits >> 52U) & 0x7ffU);
    const std::uint64_t fraction = bits & 0xfffffffffffffU;
    const bool negative = (bits >> 63U) != 0;
    if (exponent == 0x7ff) {
      ++word_[fraction != 0 ? limbs : negative ? limbs + 2 : limbs + 1];
      return;
    }
    // m 2^place, where numbers below 2^-1022 lack the leading 1 and share the place of the next.
    const std::uint64_t m = exponent == 0 ? fraction : fraction | (std::uint64_t{1} << 52U);
    const int place = exponent == 0 ? 0 : exponent - 1;
    const int shift = place & 31;
    const std::uint64_t low = m << shift;
    const auto first = static_cast<std::int64_t>(low & 0xffffffffU);
    const auto second = static_cast<std::int64_t>(low >> 32U);
    const auto third = static_cast<std::int64_t>((m >> 32U) >> (32 - shift));
    std::int64_t* const to = word_ + (place >> 5);
    to[0] += negative ? -first : first;
    to[1] += negative ? -second : second;
    to[2] += negative ? -third : third;
    if (++unsettled_ == most_unsettled) settle();
  }
  /// A settled sum.
  STENCIL_FUNCTION constexpr void add(const ReproducibleSum& other) {
    for (int i = 0; i < words; ++i) word_[i] += other.word_[i];
    if (++unsettled_ == most_unsettled) settle();
  }

  /// Carries: each limb but the highest is in [0, 2^32) then. Words of up to 2^30 settled sums may be added.
  STENCIL_FUNCTION constexpr void settle() {
    for (int i = 0; i + 1 < limbs; ++i) {
      word_[i + 1] += word_[i] >> 32;
      word_[i] &= 0xffffffff;
    }
    unsettled_ = 0;
  }
  /// The words that may be added to those of other sums, once settled.
  std::span<std::int64_t> data() { return {word_, words}; }
  /// Of sums side by side, with words in between that do no harm.
  static std::span<std::int64_t> data(std::span<ReproducibleSum> sums) {
    return {sums.data()->word_, sums.size() * (sizeof(ReproducibleSum) / sizeof(std::int64_t))};
  }

  /// The sum, rounded to the nearest number of float64, of two to the even one.
  double value() const { return times_two_to(0); }
  /// The sum, rounded, divided by the number of summands; also where the sum is beyond the range of float64.
  double mean(double summands) const {
    const double sum = value();
    return is_finite(sum) ? sum / summands : std::ldexp(times_two_to(-64) / summands, 64);
  }

 private:
  static constexpr std::int64_t most_unsettled = std::int64_t{1} << 30U;

  /// The sum times a power of two, rounded once.
  double times_two_to(int power) const {
    constexpr double infinity = detail::infinite<double>;
    const bool above = word_[limbs + 1] != 0;
    const bool below = word_[limbs + 2] != 0;
    if (word_[limbs] != 0 || (above && below)) return detail::not_a_number<double>;
    if (above || below) return above ? infinity : -infinity;
    ReproducibleSum x = *this;
    x.settle();
    const bool negative = x.word_[limbs - 1] < 0;
    if (negative) {
      for (int i = 0; i < limbs; ++i) x.word_[i] = -x.word_[i];
      x.settle();
    }
    const double size = x.rounded(power);
    return negative ? -size : size;
  }

  std::uint64_t limb(int i) const { return i < 0 ? 0 : static_cast<std::uint64_t>(word_[i]); }
  /// Of what is settled and not negative.
  double rounded(int power) const {
    int high = limbs - 1;
    while (high > 0 && word_[high] == 0) --high;
    const int width = static_cast<int>(std::bit_width(limb(high)));
    if (32 * high + width <= 53) return std::ldexp(static_cast<double>(limb(1) << 32U | limb(0)), power - 1074);
    // The 64 highest bits, of which 53 are kept; what lies below them decides between two that are equally near.
    const std::uint64_t head = limb(high) << (64 - width) | limb(high - 1) << (32 - width) | limb(high - 2) >> width;
    bool more = (head & 0x3ffU) != 0 || (limb(high - 2) & ((std::uint64_t{1} << width) - 1)) != 0;
    for (int i = high - 3; i >= 0 && !more; --i) more = word_[i] != 0;
    std::uint64_t kept = head >> 11U;
    if ((head >> 10U & 1U) != 0 && (more || (kept & 1U) != 0)) ++kept;
    return std::ldexp(static_cast<double>(kept), 32 * high + width - 53 + power - 1074);
  }

  std::int64_t word_[words]{};
  std::int64_t unsettled_ = 0;
};

}  // namespace stencil
