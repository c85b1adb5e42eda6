// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "remap_program.hpp"
#include "support/numbers.hpp"

/// at_height of a height for each level, compiled unchanged for every backend, all of which give the same bits.
namespace at_heights {

using namespace stencil;
using remaps::Values;

/// Heights near their own levels and far from them, some beyond the column and some that are no numbers.
template <class Where, class F>
void scatter_heights(F& heights_of_levels, double bottom, double top) {
  using T = typename F::value_type;
  std::vector<T> host = heights_of_levels.to_host();
  const std::size_t rows = static_cast<std::size_t>(rows_at<Where>(heights_of_levels.grid().levels()));
  for (std::size_t i = 0; i < host.size(); ++i) {
    const std::size_t row = i % rows, column = i / rows;
    const double by_chance = support::scattered(i, 7),
                 own = (static_cast<double>(row) + 0.5) / static_cast<double>(rows);
    const double part = column % 2 == 0 ? own + 0.1 * by_chance : 0.55 * (by_chance + 1) - 0.05;
    host[i] = static_cast<T>(i % 29 == 28 ? std::numeric_limits<double>::quiet_NaN() : bottom + part * (top - bottom));
  }
  heights_of_levels.from_host(host);
}

template <class Backend, class Layout, class T, class Z>
void append_on(Values& all, const ColumnGrid& grid, const ColumnGrid& other) {
  CenterField<T, Backend, Layout> x(grid), y(grid), from_centers(other);
  FaceField<T, Backend, Layout> f(grid), from_faces(other);
  CenterField<Z, Backend, Layout> z(other);
  FaceField<Z, Backend, Layout> z_faces(other);
  SurfaceField<T, Backend> otherwise(other);
  CenterField<Vec<T, 2>, Backend, Layout> pairs(grid), pairs_there(other);
  support::scatter(x, 1);
  support::scatter(y, 2);
  support::scatter(f, 3);
  support::scatter(otherwise, 4);
  component<0>(pairs) = x;
  component<1>(pairs) = y;
  scatter_heights<Center>(z, 0.0, 10.0);
  scatter_heights<Face>(z_faces, 0.0, 10.0);
  const auto append = [&](const auto& host) { all.insert(all.end(), host.begin(), host.end()); };
  const auto by = [&](auto way) {
    from_centers = at_height(x, z, way);
    append(from_centers.to_host());
    from_faces = T(2) * at_height(x * y, z_faces + Z(0.125), way, nearest_level) - from_faces;
    append(from_faces.to_host());
    from_centers = at_height(f, z, way, otherwise);
    append(from_centers.to_host());
    from_faces = at_height(f, z_faces, way, -5.0);
    append(from_faces.to_host());
    pairs_there = at_height(pairs, z - Z(0.5) * heights<Z>(Center{}), way, nearest_level);
    from_centers = component<0>(pairs_there) + T(3) * component<1>(pairs_there);
    append(from_centers.to_host());
  };
  support::scatter(from_faces, 5);
  by(interpolation::Linear{});
  by(interpolation::Cubic{});
  by(interpolation::Monotone{});
  CenterField<int, Backend, Layout> level(other), numbers(grid), numbers_there(other);
  FaceField<std::int64_t, Backend, Layout> level_of_face(other);
  level = level_index(Center{}) * 7 % (grid.levels() + 2) - 1;
  level_of_face = level_index(Face{}) * 5 % (grid.levels() + 3) - 1;
  numbers = 3 * level_index(Center{}) + 1;
  from_centers = at_level(x * y, level) + T(2) * at_level(f, level, nearest_level);
  append(from_centers.to_host());
  from_faces = at_level(f, level_of_face, otherwise) - at_level(y, level_of_face + 1, 0.5);
  append(from_faces.to_host());
  numbers_there = at_level(numbers, level);
  append(numbers_there.to_host());
  if (grid == other) {
    x = at_height(x, z, interpolation::Cubic{}, nearest_level);  // through memory of its own
    append(x.to_host());
  }
}

/// All results: of columns with the same heights and with their own, with some that change and cells without thickness,
/// and of rings.
template <class Backend, class Layout, class T, class Z>
Values results(int from_levels, int to_levels, std::size_t columns) {
  Values all;
  const auto between = [&](const auto& grid_of) {
    const ColumnGrid from = grid_of(from_levels, 1), to = grid_of(to_levels, 2);
    append_on<Backend, Layout, T, Z>(all, from, to);
    append_on<Backend, Layout, T, Z>(all, from, from);
  };
  between([&](int levels, std::uint64_t seed) {
    return ColumnGrid::from_faces(remaps::faces(levels, 1, seed, false), columns);
  });
  between([&](int levels, std::uint64_t seed) {
    return ColumnGrid::from_faces_per_column(remaps::faces(levels, columns, seed, false), columns);
  });
  between([&](int levels, std::uint64_t seed) {
    auto grid = ColumnGrid::uniform(levels, 0.0, 10.0, columns).with_changing_heights();
    FaceField<double, Backend, Layout> z(grid);
    z.from_host(remaps::faces(levels, columns, seed, true));
    set_heights<Backend>(grid, z);
    return grid;
  });
  between([&](int levels, std::uint64_t) { return ColumnGrid::periodic(levels, 0.0, 10.0, columns); });
  return all;
}

}  // namespace at_heights
