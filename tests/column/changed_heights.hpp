// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/numbers.hpp"

namespace heights_test {

using namespace stencil;

inline constexpr std::size_t columns = 19;

/// Faces that rise, other ones in every column and for every seed.
inline std::vector<double> rough_faces(int levels, std::uint64_t seed) {
  std::vector<double> z;
  for (std::size_t c = 0; c < columns; ++c) {
    z.push_back(support::scattered(c, seed));
    for (int k = 0; k < levels; ++k)
      z.push_back(z.back() + 1.5 + support::scattered(c * 5000 + static_cast<std::size_t>(k), seed + 1));
  }
  return z;
}

struct Diffused {
  STENCIL_FUNCTION auto operator()(auto x) const {
    const auto flux = heights(Face{}) * GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)))(x);
    return results(DivergenceF2C()(flux), column_integral(x) / heights(Center{}));
  }
};

/// What assignments of every kind make of a field, row after row.
template <class T, class Backend, class Layout, class How>
std::vector<T> results_on(const ColumnGrid& grid, const How& how) {
  CenterField<T, Backend, Layout> x(grid), divergence(grid), solved(grid), first(grid), second(grid);
  FaceField<T, Backend, Layout> integral(grid);
  SurfaceField<T, Backend, Layout> mass(grid);
  support::scatter(x, 5);
  const auto grad = GradientC2F(bottom(SetGradient(0.5)), top(SetValue(1.0)));
  assign(divergence, DivergenceF2C()(grad(x) * spacing<T>(Face{})) + heights<T>(Center{}), how);
  integral = cumulative_integral(x, bottom(T{1}));
  mass = column_integral(x);
  solved = solve(identity() - T(0.1) * jacobian(DivergenceF2C(no_flux)(grad(x)), wrt(x)), x);
  fields(first, second) = columnwise(Diffused{})(x);
  std::vector<T> all;
  const auto add = [&all](const auto& field) {
    const auto host = field.to_host();
    all.insert(all.end(), host.begin(), host.end());
  };
  add(divergence), add(integral), add(mass), add(solved), add(first), add(second);
  return all;
}

/// Where a grid whose heights were set gives other results than one made from them, in words; nothing where nowhere.
template <class T, class Backend, class Layout, class How>
std::string first_difference(const How& how) {
  for (const int levels : {1, 2, 3, 64, 65}) {
    const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns).with_changing_heights();
    FaceField<T, Backend, Layout> z(grid);
    for (const std::uint64_t seed : {std::uint64_t{1}, std::uint64_t{2}}) {
      const std::string what = std::to_string(levels) + " levels, heights " + std::to_string(seed);
      std::vector<double> faces = rough_faces(levels, seed);
      for (double& face : faces) face = static_cast<double>(static_cast<T>(face));
      const auto made = ColumnGrid::from_faces_per_column(faces, columns);
      z.from_host(std::vector<T>(faces.begin(), faces.end()));
      set_heights<Backend>(grid, z);
      check_heights<Backend>(grid);
      if (results_on<T, Backend, Layout>(grid, how) != results_on<T, Backend, Layout>(made, how)) return what;
      copy_heights_to_host<Backend>(grid);
      for (std::size_t c = 0; c < columns; ++c) {
        if (grid.dz_faces(c)[0] != made.dz_faces(c)[0] || grid.z_centers(c)[0] != made.z_centers(c)[0])
          return what + ", on the host";
      }
    }
  }
  return {};
}

/// Fields remapped together have the bits of each alone.
template <class Backend>
std::string first_difference_of_remaps(int from_levels, int to_levels) {
  const auto from = ColumnGrid::stretched(from_levels, 0.0, 1.0, 0.8 / from_levels, 70);
  const auto to = ColumnGrid::stretched(to_levels, 0.0, 1.0, 0.7 / to_levels, 70);
  CenterField<double, Backend> x(from), y(from), new_x(to), new_y(to), alone(to);
  support::scatter(x, 1);
  support::scatter(y, 2);
  fields(new_x, new_y) = remap(from, to, PPM{})(x, y);
  alone = remap(from, to, PPM{})(x);
  if (alone.to_host() != new_x.to_host()) return "the first field";
  alone = remap(from, to, PPM{})(y);
  return alone.to_host() == new_y.to_host() ? "" : "the second field";
}

}  // namespace heights_test
