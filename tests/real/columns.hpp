// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <tuple>
#include <vector>

#include <stencil/stencil.hpp>

/// What the expressions of real models are evaluated on, on any backend: a field is a function of height and column.
namespace real_models {

using namespace stencil;

/// All results of an expression as host values, in order.
using Values = std::vector<std::vector<double>>;

/// Columns after which profiles repeat, so that they stay those of models where columns are many.
constexpr std::size_t different_columns = 37;

/// A backend, a layout and a policy for one grid.
template <class Backend, class Layout, class P>
struct On {
  using Centers = CenterField<double, Backend, Layout>;
  using Faces = FaceField<double, Backend, Layout>;
  ColumnGrid grid;
  P how;

  template <class F>
  auto centers(const F& f) const {
    return filled<Centers>([&](double z, std::size_t column) { return f(z, column % different_columns); });
  }
  template <class F>
  auto faces(const F& f) const {
    return filled<Faces>([&](double z, std::size_t column) { return f(z, column % different_columns); });
  }
  template <class F>
  auto surface(const F& f) const {
    return filled<SurfaceField<double, Backend>>([&](std::size_t column) { return f(column % different_columns); });
  }
  /// The results of a column function, which live at these locations.
  template <class... Where, class Call>
  Values results(const Call& call) const {
    std::tuple<FieldAt<Where>...> all{FieldAt<Where>(grid)...};
    return std::apply(
        [&](auto&... field) {
          assign(fields(field...), call, how);
          return Values{field.to_host()...};
        },
        all);
  }

 private:
  template <class Where, class = void>
  struct At {
    using type = SurfaceField<double, Backend>;
  };
  template <class Unused>
  struct At<Center, Unused> {
    using type = Centers;
  };
  template <class Unused>
  struct At<Face, Unused> {
    using type = Faces;
  };
  template <class Where>
  using FieldAt = typename At<Where>::type;

  template <class Field, class F>
  Field filled(const F& f) const {
    Field field(grid);
    field.fill(f);
    return field;
  }
};
template <class Backend, class Layout, class P = AssignmentPolicy<>>
On<Backend, Layout, P> on(const ColumnGrid& grid, const P& how = {}) {
  return {grid, how};
}

/// Profiles of an atmosphere of 20 km, in SI units; no two columns are alike.
inline double phase(std::size_t column) { return 0.7 * static_cast<double>(column); }
inline double density(double z, std::size_t column) {
  return 1.2 * std::exp(-z / 8500) + 0.01 * std::sin(phase(column));
}
inline double exner(double z, std::size_t column) {
  return std::exp(-z / 29000) * (1 + 0.001 * std::cos(phase(column)));
}
/// Potential temperature with a mixed layer, an inversion and a stable free atmosphere.
inline double theta(double z, std::size_t column) {
  const double top = 900 + 150 * std::sin(phase(column));
  return 292 + 0.004 * z + 4 * (1 + std::tanh((z - top) / 150)) + 0.2 * std::sin(z / 170 + phase(column));
}
inline double wind_u(double z, std::size_t column) {
  return 12 * std::tanh(z / 900) + std::sin(z / 700 + phase(column));
}
inline double wind_v(double z, std::size_t column) {
  return -4 * std::tanh(z / 500) + std::cos(z / 900 + phase(column));
}
/// Vertical wind, zero at the ground.
inline double wind_w(double z, std::size_t column) {
  return 0.8 * std::sin(z / 900 + 0.1 * phase(column)) * z / (z + 300);
}
/// A mixing ratio between 0 and `most`, in layers.
inline double layers(double z, std::size_t column, double height, double depth) {
  const double x = (z - height - 60 * std::sin(phase(column))) / depth;
  return std::exp(-x * x);
}
inline double total_water(double z, std::size_t column) {
  return 0.013 * std::exp(-z / 2500) * (1 + 0.1 * std::sin(z / 300 + phase(column)));
}

}  // namespace real_models
