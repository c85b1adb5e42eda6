// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/location.hpp>

namespace stencil {

/// Quantities of a grid: height [m], spacing [m] and its inverse [1/m].
enum class MetricKind { z, dz, inverse_dz };

/// Non-owning heights and spacings of a grid, in one precision. Strides are in elements; a grid whose columns
/// are alike has column stride 0.
template <class Real>
struct MetricView {
  struct At {
    const Real* z = nullptr;           ///< heights
    const Real* dz = nullptr;          ///< spacings
    const Real* inverse_dz = nullptr;  ///< 1 / spacing
    std::ptrdiff_t column_stride = 0;

    template <MetricKind Kind>
    STENCIL_FUNCTION constexpr const Real* values() const {
      return Kind == MetricKind::z ? z : Kind == MetricKind::dz ? dz : inverse_dz;
    }
  };
  At center;
  At face;
  std::ptrdiff_t level_stride = 1;

  template <class Location>
  STENCIL_FUNCTION constexpr const At& at() const {
    if constexpr (std::is_same_v<Location, Face>) {
      return face;
    } else {
      return center;
    }
  }
  /// Where a quantity is in a row of a column.
  template <class Location, MetricKind Kind>
  STENCIL_FUNCTION constexpr const Real* place(std::ptrdiff_t column, int row) const {
    return at<Location>().template values<Kind>() + (column * at<Location>().column_stride + row * level_stride);
  }
  /// f(values, rows of a column) for each of its arrays, those of centers first; f may have them point elsewhere.
  template <class F>
  void each_array(int levels, const F& f) {
    for (const Real** values : {&center.z, &center.dz, &center.inverse_dz}) f(*values, levels);
    for (const Real** values : {&face.z, &face.dz, &face.inverse_dz}) f(*values, levels + 1);
  }
};

}  // namespace stencil
