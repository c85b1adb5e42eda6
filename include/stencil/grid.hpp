// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <stencil/element.hpp>
#include <stencil/error.hpp>
#include <stencil/finite.hpp>
#include <stencil/grid_count.hpp>
#include <stencil/grid_data.hpp>
#include <stencil/grid_metric.hpp>
#include <stencil/grid_size.hpp>

namespace stencil {

/// Columns of N cells between N+1 faces: the heights [m] of the faces, the same for all columns or one set per
/// column, bounded or periodic. Centers lie midway between their faces. Copies share their data.
///
/// Every maker throws GridError unless there is at least one level and at most most_levels, at least one column and as
/// many as memory has addresses for, the face heights are finite and strictly increasing, the heights of centers, all
/// spacings and their inverses are finite, and there is memory for them.
class ColumnGrid {
 public:
  // A move is a copy, which costs as little: no grid is without data.
  ColumnGrid(const ColumnGrid&) = default;
  ColumnGrid& operator=(const ColumnGrid&) = default;
  ~ColumnGrid() = default;

  /// The most levels of a column.
  static constexpr int most_levels = detail::grid_size::most_levels;

  /// N equal cells between bottom and top [m].
  static ColumnGrid uniform(GridCount<int> levels, double bottom, double top, GridCount<std::size_t> columns = 1) {
    return even(levels, bottom, top, columns, Kind::alike);
  }

  /// N equal cells on a ring: the top face is the bottom face, and no boundary condition is used.
  static ColumnGrid periodic(GridCount<int> levels, double bottom, double top, GridCount<std::size_t> columns = 1) {
    return even(levels, bottom, top, columns, Kind::rings);
  }

  /// Cells that grow (or shrink) by a constant factor upward from dz_bottom [m] so that N of them fill the column. One
  /// cell is as thick as the column, whatever dz_bottom.
  static ColumnGrid stretched(GridCount<int> levels, double bottom, double top, double dz_bottom,
                              GridCount<std::size_t> columns = 1) {
    require_levels(levels);
    const double depth = top - bottom;
    const bool numbers = is_finite(dz_bottom) && is_finite(depth);
    if (!numbers || dz_bottom <= 0 || depth <= 0 || (levels > 1 && dz_bottom >= depth)) {
      detail::messages::raise<GridError>({"ColumnGrid::stretched: dz_bottom = ", dz_bottom,
                                          " m must be positive and smaller than the depth ", depth, " m"});
    }
    std::vector<double> faces = detail::grid_size::heights(static_cast<std::size_t>(levels) + 1, 1);
    faces.front() = bottom;
    const double factor = detail::grid_size::growth_factor(levels, depth / dz_bottom);
    double dz = dz_bottom;
    for (std::size_t i = 1; i < faces.size(); ++i, dz *= factor) faces[i] = faces[i - 1] + dz;
    faces.back() = top;
    return from_faces(faces, columns);
  }

  /// The same face heights [m], bottom to top, for all columns; a span of N+1 values.
  static ColumnGrid from_faces(std::span<const double> z_faces, GridCount<std::size_t> columns = 1) {
    return ColumnGrid(detail::grid_size::copy_of(z_faces, 1), z_faces.size(), columns, Kind::alike);
  }
  /// The same, given in braces: from_faces({0.0, 10.0, 30.0}).
  static ColumnGrid from_faces(std::initializer_list<double> z_faces, GridCount<std::size_t> columns = 1) {
    return from_faces(std::span(z_faces.begin(), z_faces.size()), columns);
  }

  /// One set of face heights [m] per column: a view of shape (columns, N+1) with extent(r) and a (column, face) or
  /// [array{column, face}] subscript, such as std::mdspan.
  template <class View>
    requires requires(const View& v) { v.extent(1); }
  static ColumnGrid from_faces_per_column(const View& z_faces) {
    const auto columns = static_cast<std::size_t>(z_faces.extent(0));
    const auto faces = static_cast<std::size_t>(z_faces.extent(1));
    std::vector<double> z = detail::grid_size::heights(faces, columns);
    for (std::size_t c = 0; c < columns; ++c) {
      for (std::size_t i = 0; i < faces; ++i) z[c * faces + i] = element_of(z_faces, c, i);
    }
    return ColumnGrid(z, faces, columns, Kind::own_heights);
  }

  /// One set of face heights [m] per column, stored one column after the other.
  static ColumnGrid from_faces_per_column(std::span<const double> z_faces, GridCount<std::size_t> columns) {
    if (columns == 0) throw GridError("ColumnGrid: a grid needs at least one column");
    if (z_faces.size() % columns != 0) {
      detail::messages::raise<GridError>({"ColumnGrid::from_faces_per_column: ", z_faces.size(),
                                          " heights do not divide into ", std::size_t{columns}, " columns"});
    }
    return ColumnGrid(detail::grid_size::copy_of(z_faces, columns), z_faces.size() / columns, columns,
                      Kind::own_heights);
  }

  /// The same heights and kind with this number of columns, for a process that has some of the columns. GridError
  /// where every column has heights of its own.
  STENCIL_WHERE_CALLED
  ColumnGrid with_columns(GridCount<std::size_t> columns) const {
    if (data_->per_column)
      throw GridError(
          "ColumnGrid::with_columns: every column of this grid has heights of its own; choose some of them");
    if (columns == 0) throw GridError("ColumnGrid: a grid needs at least one column");
    detail::grid_size::require(static_cast<std::size_t>(levels()) + 1, columns);
    const std::shared_ptr<ColumnGridData> data(new ColumnGridData);
    data->levels = data_->levels;
    data->columns = columns;
    data->periodic = data_->periodic;
    data->metric = data_->metric;
    data->fingerprint = hash(*data);
    return ColumnGrid(data);
  }

  /// A grid of these heights, one set for each column, that set_heights() and set_thickness() may change. It compares
  /// equal to its copies only. GridError on a ring.
  STENCIL_WHERE_CALLED
  ColumnGrid with_changing_heights() const {
    if (periodic()) throw GridError("ColumnGrid::with_changing_heights: the heights of a ring do not change");
    const auto faces = static_cast<std::size_t>(levels()) + 1;
    std::vector<double> z = detail::grid_size::heights(faces, columns());
    for (std::size_t c = 0; c < columns(); ++c) {
      const auto from = z_faces(c);
      for (std::size_t i = 0; i < faces; ++i) z[c * faces + i] = from[i];
    }
    const ColumnGrid fixed(z, faces, columns(), Kind::own_heights);
    const std::shared_ptr<ColumnGridData> data(new ColumnGridData);
    data->levels = levels();
    data->columns = columns();
    data->per_column = true;
    data->changing = true;
    data->metric = fixed.data_->metric;
    static std::atomic<std::uint64_t> made{0};
    data->fingerprint = hash(*data, ++made);
    return ColumnGrid(data);
  }

  /// Cells of a column, N.
  int levels() const { return data_->levels; }
  /// Columns of the grid.
  std::size_t columns() const { return data_->columns; }
  /// Whether columns are rings.
  bool periodic() const { return data_->periodic; }
  /// Whether every column has its own face heights.
  bool heights_per_column() const { return data_->per_column; }
  /// Whether heights can be set again.
  bool heights_change() const { return data_->changing; }

  /// Rows of one column at a location: N centers, N+1 faces, 1 at the surface.
  template <class Location>
  int size(Location) const {
    return rows_at<Location>(levels());
  }

  /// Heights [m] of the N+1 faces of a column. Of a grid whose heights change, here and in the three below, what was
  /// last set on the host or copied there; GridError where heights were set on a device since: copy_heights_to_host.
  /// ShapeError where there is no such column.
  std::span<const double> z_faces(std::size_t column = 0) const {
    return of(data_->metric.z_face(), levels() + 1, column);
  }
  /// Heights [m] of the N centers. Errors as of z_faces.
  std::span<const double> z_centers(std::size_t column = 0) const {
    return of(data_->metric.z_center(), levels(), column);
  }
  /// Thicknesses [m] of the N cells. Errors as of z_faces.
  std::span<const double> dz_centers(std::size_t column = 0) const {
    return of(data_->metric.dz_center(), levels(), column);
  }
  /// Distances [m] between neighbouring centers, one for each face; at an end face, twice its distance to the nearest
  /// center. Errors as of z_faces.
  std::span<const double> dz_faces(std::size_t column = 0) const {
    return of(data_->metric.dz_face(), levels() + 1, column);
  }

  /// The same shape, kind and face heights; of grids whose heights change, copies of one.
  friend bool operator==(const ColumnGrid& a, const ColumnGrid& b) {
    return a.data_ == b.data_ || a.data_->fingerprint == b.data_->fingerprint;
  }

  /// The data that copies share, for backends.
  const ColumnGridData& data() const { return *data_; }
  explicit ColumnGrid(std::shared_ptr<const ColumnGridData> data) : data_(std::move(data)) {}
  /// The same, kept alive.
  const std::shared_ptr<const ColumnGridData>& shared_data() const { return data_; }

 private:
  /// What columns are: bounded and of the same heights, rings of the same heights, or bounded and each of its own.
  enum class Kind { alike, rings, own_heights };

  static void require_levels(int levels) {
    if (levels < 1)
      detail::messages::raise<GridError>(
          {"ColumnGrid: a grid needs at least one level, but ", levels, " were asked for"});
    detail::grid_size::require(static_cast<std::size_t>(levels) + 1, 1);
  }

  static ColumnGrid even(int levels, double bottom, double top, std::size_t columns, Kind kind) {
    require_levels(levels);
    const double dz = (top - bottom) / levels;
    std::vector<double> faces = detail::grid_size::heights(static_cast<std::size_t>(levels) + 1, 1);
    faces.front() = bottom, faces.back() = top;
    for (int i = 1; i < levels; ++i)
      faces[static_cast<std::size_t>(i)] = detail::grid_metric::even_height(bottom, dz, i);
    const std::size_t count = faces.size();
    return ColumnGrid(faces, count, columns, kind);
  }

  STENCIL_SELDOM ColumnGrid(const std::vector<double>& faces, std::size_t face_count, std::size_t columns, Kind kind) {
    if (face_count < 2)
      detail::messages::raise<GridError>(
          {"ColumnGrid: a grid needs at least one level, that is two faces, but ", face_count, " were given"});
    if (columns == 0) throw GridError("ColumnGrid: a grid needs at least one column");
    detail::grid_size::require(face_count, columns);
    const std::shared_ptr<ColumnGridData> data(new ColumnGridData);
    data->levels = static_cast<int>(face_count) - 1;
    data->columns = columns;
    data->periodic = kind == Kind::rings;
    data->per_column = kind == Kind::own_heights;
    for (std::size_t c = 0; c < data->sets(); ++c) detail::grid_metric::check_increasing(faces, c, face_count);
    try {
      data->metric = MetricArrays<double>((face_count - 1) * data->sets(), face_count * data->sets());
      detail::grid_metric::fill(*data, faces);
    } catch (const std::bad_alloc&) {
      detail::grid_size::refuse_for_memory(face_count, data->sets());
    }
    detail::grid_metric::check(data->metric);
    data->fingerprint = hash(*data);
    data_ = data;
  }

  // A grid whose heights change is identified by a number of its own instead of the heights.
  static std::uint64_t hash(const ColumnGridData& data, std::uint64_t number = 0) {
    std::uint64_t h = 1469598103934665603ULL;  // FNV-1a
    const auto mix = [&h](std::uint64_t word) { h = (h ^ word) * 1099511628211ULL; };
    mix(static_cast<std::uint64_t>(data.levels));
    mix(data.columns);
    mix((data.periodic ? 1U : 0U) + (data.per_column ? 2U : 0U) + (data.changing ? 4U : 0U));
    if (data.changing) {
      mix(number);
      return h;
    }
    const std::size_t heights = data.sets() * (static_cast<std::size_t>(data.levels) + 1);
    for (const double* at = data.metric.z_face(); at != data.metric.z_face() + heights; ++at) {
      const double z = *at;
      const auto bits = z == 0 ? 0 : std::bit_cast<std::uint64_t>(z);  // 0 and -0 are one height
      mix(bits ^ (bits >> 29U));
    }
    return h;
  }

  std::span<const double> of(const double* values, int rows, std::size_t column) const {
    if (column >= columns()) {
      detail::messages::raise<ShapeError>(
          {"ColumnGrid: column ", column, " was asked for, but there are ", columns(), " columns"});
    }
    data_->require_heights_on_host();
    const auto n = static_cast<std::size_t>(rows);
    return {values + (data_->per_column ? column * n : 0), n};
  }

  std::shared_ptr<const ColumnGridData> data_;
};

}  // namespace stencil
