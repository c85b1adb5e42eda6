// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <stencil/emulation/emulation.hpp>
#include <stencil/stencil.hpp>
#include <vector>

/// Expressions of several tree levels on fields of a backend.
template <class Backend, class T = double>
struct Nested {
  stencil::ColumnGrid grid;
  stencil::CenterField<T, Backend> a, b;
  stencil::FaceField<T, Backend> f, k;

  explicit Nested(const stencil::ColumnGrid& g) : grid(g), a(g, "a"), b(g, "b"), f(g, "f"), k(g, "k") {
    a.fill([](double z, std::size_t column) { return 1.5 + std::sin(3 * z) + 0.1 * static_cast<double>(column); });
    b.fill([](double z) { return 2 - 0.5 * z; });
    f.fill([](double z) { return 1 + z; });
    k.fill([](double z) { return 2 + std::cos(z); });
  }

  auto flux() const {
    using namespace stencil;
    return k * GradientC2F()(DivergenceF2C(bottom(SetValue(0.0)),
                                           top(SetValue(0.0)))(sqrt(InterpolateC2F()(a)) * GradientC2F()(a * b)));
  }
  /// Four stored arguments above each other: four barriers.
  auto four_levels() const { return stencil::DivergenceF2C()(f * flux()); }
  /// The destination `a` is among the operands, also at other rows.
  auto update() const { return a + T(1e-4) * four_levels() + stencil::InterpolateF2C()(stencil::LeftBiasedC2F()(a)); }
};
