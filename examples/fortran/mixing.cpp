// SPDX-License-Identifier: BSD-3-Clause
// What main.f90 calls: mixing of heat by turbulence, on the arrays of a Fortran model.
#include <cstddef>
#include <cstdio>
#include <exception>
#include <span>

#include <stencil/stencil.hpp>

using namespace stencil;

namespace {

/// Diffusivity by shear and stability, and the heating that it gives.
struct Mixing {
  double gravity = 9.81;      // [m/s2]
  double mixing_length = 10;  // [m]

  STENCIL_FUNCTION auto operator()(auto theta, auto u, auto heat_flux) const {
    const auto gradient = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto du = gradient(u), dtheta = gradient(theta);
    const auto shear2 = du * du + 1e-10;
    const auto stability =
        1.0 +
        5.0 * max(gravity / InterpolateC2F(bottom(Extrapolate{}), top(Extrapolate{}))(theta) * dtheta / shear2, 0.0);
    const auto k = mixing_length * mixing_length * sqrt(shear2) / (stability * stability);
    return results(k, DivergenceF2C(bottom(SetValue(-heat_flux)), top(SetValue(0.0)))(k * dtheta));
  }
};

/// What the model's arrays have in common.
struct Shape {
  std::size_t levels, columns, halo;
  std::size_t all_columns() const { return columns + 2 * halo; }
};

/// `part_of(array, levels)` describes the inner columns of an array; the flux has a halo too.
template <class PartOf>
int mix(const Shape& shape, const double* z_faces, const double* theta, const double* u, const double* heat_flux,
        double* k, double* heating, const PartOf& part_of) {
  try {
    const auto grid = ColumnGrid::from_faces(std::span(z_faces, shape.levels + 1), shape.columns);
    fields(wrap_face(part_of(k, shape.levels + 1), grid), wrap_center(part_of(heating, shape.levels), grid)) =
        columnwise(Mixing{})(wrap_center(part_of(theta, shape.levels), grid),
                             wrap_center(part_of(u, shape.levels), grid),
                             wrap_surface(std::span(heat_flux + shape.halo, shape.columns), grid));
    return 0;
  } catch (const std::exception& error) {  // which must not propagate into Fortran
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

}  // namespace

// theta(levels, 1 - halo : columns + halo), level 1 being the lowest.
extern "C" int mixing_levels_first(int levels, int columns, int halo, const double* z_faces, const double* theta,
                                   const double* u, const double* heat_flux, double* k, double* heating) {
  const Shape shape{static_cast<std::size_t>(levels), static_cast<std::size_t>(columns),
                    static_cast<std::size_t>(halo)};
  return mix(shape, z_faces, theta, u, heat_flux, k, heating, [&](auto* array, std::size_t rows) {
    return levels_first(array, rows, shape.all_columns()).with_columns(shape.halo, shape.columns);
  });
}

// theta(1 - halo : columns + halo, levels), level 1 being the highest.
extern "C" int mixing_columns_first(int levels, int columns, int halo, const double* z_faces, const double* theta,
                                    const double* u, const double* heat_flux, double* k, double* heating) {
  const Shape shape{static_cast<std::size_t>(levels), static_cast<std::size_t>(columns),
                    static_cast<std::size_t>(halo)};
  return mix(shape, z_faces, theta, u, heat_flux, k, heating, [&](auto* array, std::size_t rows) {
    return columns_first(array, shape.all_columns(), rows).with_columns(shape.halo, shape.columns).from_top();
  });
}
