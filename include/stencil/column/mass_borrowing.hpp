// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/error.hpp>
#include <stencil/field.hpp>

namespace stencil {

/// Raises a mixing ratio q at centers to at least q_min without changing its mass in the column, the sum of rho q dc:
/// from the top down every cell borrows what it lacks from the cell below; what is owed at the bottom is borrowed on
/// the way back up. Where the column holds less than q_min rho dc in all, the highest cell keeps the lack.
///
///   VerticalMassBorrowing(q_min)(q, rho);
///
/// It changes q. Every cell depends on all above it, so it is no operator of expressions; fields live on the host.
/// Zhang et al. (2018), Geosci. Model Dev. 11, 1971-1988.
struct VerticalMassBorrowing {
  double q_min = 0;

  constexpr VerticalMassBorrowing() = default;
  explicit constexpr VerticalMassBorrowing(double minimum) : q_min(minimum) {}

  template <class Q, class Rho>
  void operator()(const Q& q, const Rho& rho) const {
    constexpr bool at_centers =
        std::is_same_v<typename Q::location, Center> && std::is_same_v<typename Rho::location, Center>;
    static_assert(at_centers,
                  "stencil: VerticalMassBorrowing takes two fields at centers, the mixing ratio and the density");
    if constexpr (at_centers) {
      if (!(q.grid() == rho.grid()))
        throw GridError("VerticalMassBorrowing: the mixing ratio and the density are on different grids");
      for (std::size_t column = 0; column < q.columns(); ++column) {
        const auto dz = q.grid().dz_centers(column);
        borrow(
            q.levels(), [&](int k) -> auto& { return q(k, column); },
            [&](int k) { return static_cast<double>(rho(k, column)) * dz[static_cast<std::size_t>(k)]; });
      }
    }
  }

  /// One column: `value(k)` refers to a mixing ratio, `mass(k)` is the mass of air per area in its cell.
  template <class Value, class Mass>
  STENCIL_FUNCTION constexpr void borrow(int levels, const Value& value, const Mass& mass) const {
    double owed = 0;  // mass per area
    const auto settle = [&](int k, bool keeps_the_lack) {
      auto& q = value(k);
      using Number = std::remove_cvref_t<decltype(q)>;
      const auto least = static_cast<Number>(q_min);
      if (owed == 0 && !(q < least)) return;
      const double left = static_cast<double>(q) - owed / mass(k);
      const bool lacks = left < static_cast<double>(least);
      q = lacks && !keeps_the_lack ? least : static_cast<Number>(left);
      owed = lacks && !keeps_the_lack ? (static_cast<double>(least) - left) * mass(k) : 0;
    };
    for (int k = levels - 1; k >= 0; --k) settle(k, false);
    for (int k = 0; k < levels && owed > 0; ++k) settle(k, k == levels - 1);
  }
};

}  // namespace stencil
