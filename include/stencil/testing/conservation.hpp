// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>

#include <stencil/testing/dense.hpp>
#include <stencil/testing/report.hpp>
#include <stencil/testing/scatter.hpp>

namespace stencil::testing {

/// Whether the sum of divergence dc over every column is the flux at the top face less the one at the bottom face
/// (Gauss); on a ring, zero. `divergence` [flux / m] is a field or expression at centers, `flux` one at faces, on one
/// grid, of double or float. Measured in eps of that precision times the sum of the magnitudes of all terms.
template <IsOperand Divergence, IsOperand Flux>
Report conserves(const Divergence& divergence, const Flux& flux, const ColumnGrid& grid, double tolerance = 100) {
  using Number = typename node_of<Divergence>::value_type;
  static_assert(std::is_same_v<typename node_of<Divergence>::location, Center>,
                "stencil: conserves takes the divergence, at centers, and then its flux, at faces");
  CenterField<Number> inside(grid);
  FaceField<typename node_of<Flux>::value_type> through(grid);
  inside = divergence;
  through = flux;
  Worst worst;
  for (std::size_t column = 0; column < grid.columns(); ++column) {
    const auto dc = grid.dz_centers(column);
    long double sum = 0, magnitude = 0, ends = 0;
    for (std::size_t i = 0; i < dc.size(); ++i) {
      const long double term = static_cast<long double>(inside(static_cast<int>(i), column)) * dc[i];
      sum += term;
      magnitude += std::abs(term);
    }
    if (!grid.periodic()) {
      const long double above = through(grid.levels(), column), below = through(0, column);
      ends = above - below;
      magnitude += std::abs(above) + std::abs(below);
    }
    worst.look(in_eps<Number>(sum - ends, magnitude), [&] {
      return "in column " + std::to_string(column) + ": integral " + text(static_cast<double>(sum)) +
             ", difference of the end fluxes " + text(static_cast<double>(ends));
    });
  }
  return worst.judge("conserves", "eps of the sum of magnitudes", tolerance);
}

/// The same for an operator, or a function, that makes a divergence at centers of a flux at faces; it is given a
/// scattered flux.
template <class Op>
  requires(!IsOperand<Op>)
Report conserves(const Op& divergence_of, const ColumnGrid& grid, double tolerance = 100) {
  const FaceField<double> flux(grid);
  scatter(flux, 1);
  return conserves(divergence_of(flux), flux, grid, tolerance);
}

}  // namespace stencil::testing
