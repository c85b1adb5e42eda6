// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace stencil {

/// A number of levels (Integer is int) or of columns (std::size_t), given as any integral type or as an enumerator.
/// What Integer has no room for becomes its largest value, which no grid takes; a number of columns below zero becomes
/// zero, which none takes either.
template <class Integer>
class GridCount {
 public:
  template <class Given>
  constexpr GridCount(Given given)  // NOLINT(google-explicit-constructor): what is given is written as it is
      : value_(within_range(given)) {
    static_assert(
        std::is_convertible_v<Given, std::intmax_t> && !std::is_floating_point_v<Given>,
        "stencil: a number of levels or columns is an integer, as in ColumnGrid::uniform(64, 0.0, 1000.0, 10); "
        "of a floating-point number n write static_cast<int>(n)");
  }

  /// The number.
  constexpr operator Integer() const { return value_; }  // NOLINT(google-explicit-constructor)

 private:
  template <class Given>
  static constexpr Integer within_range(Given given) {
    if constexpr (std::is_signed_v<Given> && std::is_unsigned_v<Integer>) {
      if (given < 0) return 0;
    }
    if constexpr (std::is_integral_v<Given> && sizeof(Given) > sizeof(Integer)) {
      if (!std::in_range<Integer>(given)) return std::numeric_limits<Integer>::max();
    }
    return static_cast<Integer>(given);
  }

  Integer value_;
};

}  // namespace stencil
