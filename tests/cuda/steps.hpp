// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include <stencil/stencil.hpp>

/// Steps in time, by a tendency that is evaluated where a step uses it, and in one pass over columns.
namespace steps {

struct Size {
  int levels;
  std::size_t columns;
};

/// Transport of q by w, which drag slows.
struct Transport {
  STENCIL_FUNCTION auto operator()(auto q, auto w) const {
    using namespace stencil;
    return results(-DivergenceF2C(no_flux)(UpwindBiasedProductC2F()(w, q)), -0.01 * abs(w) * w);
  }
};

template <class Backend, class T, class Layout>
struct Columns {
  stencil::ColumnGrid grid;
  stencil::CenterField<T, Backend, Layout> q{grid}, source{grid};
  stencil::FaceField<T, Backend, Layout> w{grid}, k{grid};
  stencil::SurfaceField<int, Backend> floor{grid};

  explicit Columns(const Size& size)
      : grid(stencil::ColumnGrid::stretched(size.levels, 0.0, 1.0, 0.7 / size.levels, size.columns)) {
    q.fill([](double z, std::size_t c) { return static_cast<T>(1 + z * (1 - z) + 0.1 * static_cast<double>(c % 5)); });
    source.fill([](double z) { return static_cast<T>(0.2 - 0.1 * z); });
    w.fill([](double z, std::size_t c) { return static_cast<T>(0.1 * z + 0.01 * static_cast<double>(c % 3)); });
    k.fill([](double z) { return static_cast<T>(1e-3 + 1e-3 * z); });
    floor.fill([](std::size_t c) { return static_cast<int>(c % 4); });
  }
  std::vector<T> all() const {
    auto values = q.to_host();
    const auto more = w.to_host();
    values.insert(values.end(), more.begin(), more.end());
    return values;
  }
};

/// A step of backward Euler between levels that differ from column to column. The source has the type of the unknown.
template <class Backend, class T, class Layout>
std::vector<T> stepped_implicitly(const Size& size) {
  using namespace stencil;
  Columns<Backend, T, Layout> c(size);
  const auto diffusion = DivergenceF2C(no_flux)(c.k * InterpolateC2F()(c.q * c.q) * GradientC2F()(c.q));
  implicit_step(c.q, diffusion + c.source - 0.5 * c.q, 0.1, active_levels(c.floor, size.levels - 1));
  return c.all();
}
/// Two steps by each of the explicit steppers, of one field and of two.
template <class Backend, class T, class Layout>
std::vector<T> stepped_explicitly(const Size& size) {
  using namespace stencil;
  Columns<Backend, T, Layout> c(size);
  const auto transport = -DivergenceF2C(no_flux)(UpwindBiasedProductC2F()(c.w, c.q));
  const auto model = columnwise(Transport{})(c.q, c.w);
  SSPRK33 third(c.q);
  RK4 fourth(c.q);
  SSPRK33 third_of_both(c.q, c.w);
  RK4 fourth_of_both(c.q, c.w);
  const double dt = 0.5 / size.levels;
  for (int n = 0; n < 2; ++n) {
    third(n * dt, dt, transport);
    fourth(n * dt, dt, transport);
    third_of_both(n * dt, dt, model);
    fourth_of_both(n * dt, dt, model);
  }
  return c.all();
}

// On the current CUDA device; defined in a .cu file, so that the test framework never meets nvcc.
std::vector<double> implicitly_by_levels(const Size& size);
std::vector<float> implicitly_by_columns(const Size& size);
std::vector<double> explicitly_by_levels(const Size& size);
std::vector<float> explicitly_by_columns(const Size& size);

}  // namespace steps
