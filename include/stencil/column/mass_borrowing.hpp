// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/assign/check.hpp>
#include <stencil/assign/devices.hpp>
#include <stencil/error.hpp>
#include <stencil/field.hpp>
#include <stencil/finite.hpp>

namespace stencil {

template <class QLeaf, class RhoLeaf>
struct BorrowingInColumn;

/// Raises a mixing ratio q at centers to at least q_min without changing its mass in the column, the sum of rho q dc:
/// from the top down, a cell below q_min borrows mass from the cell below it. A debt that remains at the bottom is
/// borrowed on the way back up. If the whole column holds less than q_min rho dc, the highest cell with mass stays
/// below q_min by the missing mass.
///
///   VerticalMassBorrowing(q_min)(q, rho);
///
/// It changes q. Every cell depends on all above it, so it is not an operator; one thread computes a column.
/// Of a policy only the queue is used. Zhang et al. (2018), Geosci. Model Dev. 11, 1971-1988.
struct VerticalMassBorrowing {
  double q_min = 0;  ///< the least mixing ratio, in the units of q

  constexpr VerticalMassBorrowing() = default;
  explicit constexpr VerticalMassBorrowing(double minimum) : q_min(minimum) {}

  /// Changes q, a field of float or double at centers; rho, the density of air, is a field on the same grid. GridError
  /// otherwise; ShapeError for a field without memory, Error if they share memory and unless q_min is finite.
  template <class Q, class Rho, class P = AssignmentPolicy<>>
    requires IsPolicy<P>
  void operator()(const Q& q, const Rho& rho, const P& how = {}) const {
    if constexpr (takes<Q, Rho, P>()) {
      detail::checks::require_destination(q.node());
      detail::checks::require_memory(rho.node(), "the density");
      if (!(q.grid() == rho.grid()))
        throw GridError("VerticalMassBorrowing: the mixing ratio and the density are on different grids");
      if (detail::checks::share_memory(q.node(), rho.node()))
        throw Error("VerticalMassBorrowing: the mixing ratio, " + detail::checks::describe(q.node()) +
                    ", and the density share memory; give the density a field of its own");
      if (!is_finite(q_min))
        detail::messages::raise<Error>(
            {"VerticalMassBorrowing: the least mixing ratio is a finite number, and not ", q_min});
      using Body = BorrowingInColumn<typename Q::leaf_type, typename Rho::leaf_type>;
      const Body body{*this, q.target(), rho.node()};
      constexpr bool can = requires { Q::backend::each_column(q.grid().data(), body, how); };
      static_assert(can,
                    "stencil: VerticalMassBorrowing needs a backend with each_column, which the backend of these "
                    "fields lacks; docs/backends.md says what a backend consists of");
      const auto there = detail::checks::on_their_device<typename Q::backend>(q.node(), rho.node());
      if constexpr (can) Q::backend::each_column(q.grid().data(), body, how);
    }
  }

  /// Whether it can change Q by the densities Rho; compile-time errors if not.
  template <class Q, class Rho, class P>
  static constexpr bool takes() {
    constexpr bool fields = requires {
      typename Q::leaf_type;
      typename Rho::leaf_type;
    };
    static_assert(
        fields,
        "stencil: VerticalMassBorrowing takes two fields at centers, the mixing ratio and the density; assign "
        "what is no field to one before");
    if constexpr (fields) {
      constexpr bool at_centers =
          std::is_same_v<typename Q::location, Center> && std::is_same_v<typename Rho::location, Center>;
      static_assert(at_centers,
                    "stencil: VerticalMassBorrowing takes two fields at centers, the mixing ratio and the density");
      constexpr bool numbers =
          std::is_floating_point_v<typename Q::value_type> && std::is_arithmetic_v<typename Rho::value_type>;
      static_assert(numbers,
                    "stencil: VerticalMassBorrowing changes a field of float or double by densities that are numbers; "
                    "give it the components of a Vec one by one");
      constexpr bool together = std::is_same_v<typename Q::leaf_type::space, typename Rho::leaf_type::space>;
      static_assert(together,
                    "stencil: the mixing ratio and the density given to VerticalMassBorrowing live in different "
                    "memories (host and device); give both fields the same backend");
      constexpr bool everywhere = std::is_same_v<std::remove_cvref_t<decltype(P::mask)>, NoMask> &&
                                  !detail::active::has_levels<std::remove_cvref_t<decltype(P::strategy)>>;
      static_assert(everywhere,
                    "stencil: VerticalMassBorrowing changes whole columns, all of them; it takes no mask and no active "
                    "levels");
      return at_centers && numbers && together && everywhere;
    } else {
      return false;
    }
  }

  /// One column: `value(k)` refers to a mixing ratio, `mass(k)` is the mass of air per area in its cell.
  template <class Value, class Mass>
  STENCIL_FUNCTION constexpr void borrow(int levels, const Value& value, const Mass& mass) const {
    double owed = 0;       // mass per area
    int top = levels - 1;  // the highest cell with mass, which keeps what the others lack
    while (top > 0 && mass(top) == 0) --top;
    const auto settle = [&](int k, bool keeps_the_lack) {
      auto& q = value(k);
      using Number = std::remove_cvref_t<decltype(q)>;
      const auto least = static_cast<Number>(q_min);
      if (owed == 0 && !(q < least)) return;
      const double layer = mass(k);
      if (layer == 0) {  // a layer that has vanished lends and owes nothing
        q = q < least ? least : q;
        return;
      }
      const double left = static_cast<double>(q) - owed / layer;
      const bool lacks = left < static_cast<double>(least);
      q = lacks && !keeps_the_lack ? least : static_cast<Number>(left);
      owed = lacks && !keeps_the_lack ? (static_cast<double>(least) - left) * layer : 0;
    };
    for (int k = levels - 1; k >= 0; --k) settle(k, false);
    for (int k = 0; k <= top && owed > 0; ++k) settle(k, k == top);
  }
};

/// The same for any column of two views.
template <class QLeaf, class RhoLeaf>
struct BorrowingInColumn {
  VerticalMassBorrowing scheme;  ///< what is done
  QLeaf q;                       ///< the mixing ratio, which changes
  RhoLeaf rho;                   ///< the density of air

  template <class Columns>
  STENCIL_FUNCTION void operator()(const Columns& columns, std::ptrdiff_t column) const {
    auto* const ratios = q.data + column * q.strides.column();
    const auto* const densities = rho.data + column * rho.strides.column();
    const auto& centers = columns.metric_double.center;
    const double* const dz = centers.dz + column * centers.column_stride;
    const std::ptrdiff_t q_step = q.strides.level(), rho_step = rho.strides.level();
    const std::ptrdiff_t dz_step = columns.metric_double.level_stride;
    scheme.borrow(
        columns.levels, [&](int k) -> auto& { return ratios[k * q_step]; },
        [&](int k) { return static_cast<double>(densities[k * rho_step]) * dz[k * dz_step]; });
  }
};

}  // namespace stencil
