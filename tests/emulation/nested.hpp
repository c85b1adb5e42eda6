// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <stencil/emulation/emulation.hpp>
#include <stencil/stencil.hpp>

#include "catalogue/library.hpp"
#include "catalogue/nests.hpp"

/// Expressions of several tree levels on fields of a backend.
template <class Backend, class T = double>
struct Nested : catalogue::LibraryColumns<T, Backend, stencil::layout::LevelsContiguous> {
  stencil::ColumnGrid grid;

  explicit Nested(const stencil::ColumnGrid& of)
      : catalogue::LibraryColumns<T, Backend, stencil::layout::LevelsContiguous>(of), grid(of) {
    this->a.fill(
        [](double z, std::size_t column) { return 1.5 + std::sin(3 * z) + 0.1 * static_cast<double>(column); });
    this->b.fill([](double z) { return 2 - 0.5 * z; });
    this->f.fill([](double z) { return 1 + z; });
    this->g.fill([](double z) { return 2 + std::cos(z); });
  }

  /// Four stored arguments above each other: four barriers.
  auto four_levels() const { return catalogue::flux_of_a_flux(*this); }
  /// The destination `a` is among the operands, also at other rows.
  auto update() const {
    return this->a + T(1e-4) * four_levels() + stencil::InterpolateF2C()(stencil::LeftBiasedC2F()(this->a));
  }
};
