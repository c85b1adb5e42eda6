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
struct FieldLeaf {
  struct stencil_node {};
  using value_type = std::remove_const_t<T>;
  using location = Location;
  using space = Space;
  using layout = Layout;
  using children = ChildList<>;
  static constexpr int cost = 1;

  T* data = nullptr;
  Layout strides{};
  const ColumnGridData* grid = nullptr;
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
  using children = ChildList<>;
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
struct RowNumberNode {
  struct stencil_node {};
  using value_type = int;
  using location = Location;
  using space = AnySpace;
  using children = ChildList<>;
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

/// Whether a column has values there at its levels.
template <class Location>
inline constexpr bool names_levels = std::is_same_v<Location, Center> || std::is_same_v<Location, Face>;
/// A location for a type that is none, after the sentence that says so.
template <class Location>
using location_or_center = std::conditional_t<names_levels<Location>, Location, Center>;

/// Height z [m] as an expression at centers or faces: heights(Center{}) or heights(Face{}). Real: its precision, or a
/// number with derivatives of that precision, as values of a column function have in jvp.
template <class Real = double, class Location = void*>
STENCIL_FUNCTION constexpr MetricLeaf<scalar_of<Real>, location_or_center<Location>, MetricKind::z> heights(
    Location = {}) {
  static_assert(names_levels<Location>,
                "stencil: heights takes the location whose heights they are, heights(Center{}) or heights(Face{})");
  return {};
}
/// Spacing dz [m] as an expression at centers or faces: spacing(Center{}) or spacing(Face{}). Real: as of
/// heights.
template <class Real = double, class Location = void*>
STENCIL_FUNCTION constexpr MetricLeaf<scalar_of<Real>, location_or_center<Location>, MetricKind::dz> spacing(
    Location = {}) {
  static_assert(names_levels<Location>,
                "stencil: spacing takes the location whose spacing it is, spacing(Center{}) or spacing(Face{})");
  return {};
}

}  // namespace stencil
