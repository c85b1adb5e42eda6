// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/expression/children.hpp>
#include <stencil/expression/concepts.hpp>
#include <stencil/grid_data.hpp>
#include <stencil/layout.hpp>

namespace stencil {

/// A leaf of an expression: non-owning view of one value per position of `Location`.
/// T may be const. The grid serves checks and metrics on the host; the name serves error messages.
template <class T, class Location, class Layout, class Space>
struct Leaf {
  struct stencil_node {};
  using value_type = std::remove_const_t<T>;
  using location = Location;
  using space = Space;
  using layout = Layout;
  using children = NodeList<>;
  static constexpr int cost = 1;

  T* data = nullptr;
  Layout strides{};
  const GridData* grid = nullptr;
  const char* name = nullptr;

  template <class At>
  STENCIL_FUNCTION constexpr auto value(const At& at) const {
    return at.load(*this);
  }

  int rows() const { return rows_at<Location>(grid->levels); }
};

/// A quantity of the grid as a leaf.
template <class Real, class Location, MetricKind Kind>
struct MetricLeaf {
  struct stencil_node {};
  using value_type = Real;
  using location = Location;
  using space = AnySpace;
  using children = NodeList<>;
  static constexpr int cost = 1;

  template <class At>
  STENCIL_FUNCTION constexpr auto value(const At& at) const {
    return at.template metric<Real, Kind>();
  }
};

/// Whether a node is such a leaf.
template <class N>
inline constexpr bool is_metric = false;
template <class Real, class Location, MetricKind Kind>
inline constexpr bool is_metric<MetricLeaf<Real, Location, Kind>> = true;

/// The row that is being computed, counted from 0 at the bottom.
template <class Location>
struct RowNumber {
  struct stencil_node {};
  using value_type = int;
  using location = Location;
  using space = AnySpace;
  using children = NodeList<>;
  static constexpr int cost = 0;
  static constexpr const char* name = "row";

  template <class At>
  STENCIL_FUNCTION constexpr auto value(const At& at) const {
    if constexpr (requires { at.row_numbers(); }) {
      return at.row_numbers();  // of several rows at once
    } else {
      return at.row();
    }
  }
};

/// Height z [m] as an expression at centers or faces.
template <class Real = double, class Location>
STENCIL_FUNCTION constexpr MetricLeaf<Real, Location, MetricKind::z> heights(Location) {
  return {};
}
/// Spacing dz [m] as an expression at centers or faces.
template <class Real = double, class Location>
STENCIL_FUNCTION constexpr MetricLeaf<Real, Location, MetricKind::dz> spacing(Location) {
  return {};
}

}  // namespace stencil
