// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include <stencil/stencil.hpp>

#include "outcome.hpp"

namespace thorpe {

/// What a march along the column has met of the present overturn.
struct Overturn {
  double squares;  ///< of the displacements [m2]
  double cells;
};
/// d = z - z_rest, L_T^2 = mean of d^2 over an overturn, L_O = 0.8 L_T (Dillon 1982), epsilon = L_O^2 N^3,
/// K = 0.2 epsilon / N^2 (Osborn 1980), N from the sorted density; and the energy above that of the column at rest.
struct Scales {
  double g = gravity, rho_0 = reference_density;

  STENCIL_FUNCTION auto operator()(auto sigma, auto sorted, auto rest) const {
    using namespace stencil;
    const auto displacement = heights(Center{}) - rest;
    // An overturn ends where the displacements have summed to zero (Dillon 1984).
    const auto passed = cumulative_integral(displacement, bottom(0.0));
    const auto meet_cell = [](auto& overturn, auto d, auto sum_before) {
      if (sum_before < 1e-6 && sum_before > -1e-6) overturn = Overturn{0.0, 0.0};  // [m2]
      overturn.squares += d * d;
      overturn.cells += 1.0;
      return results(overturn.squares, overturn.cells);
    };
    const auto [squares_below, cells_below] =
        march(from_bottom, Overturn{0.0, 0.0}, meet_cell, displacement, LeftBiasedF2C()(passed));
    const auto [squares_above, cells_above] =
        march(from_top, Overturn{0.0, 0.0}, meet_cell, displacement, RightBiasedF2C()(passed));
    // Both include the cell itself.
    const auto squared_scale =
        (squares_below + squares_above - displacement * displacement) / (cells_below + cells_above - 1.0);
    const auto gradient = GradientC2F(bottom(Extrapolate{}), top(Extrapolate{}));
    const auto n_squared = max(InterpolateF2C()(gradient(-g / rho_0 * sorted)), 0.0);
    return results(displacement, squared_scale, 0.2 * 0.64 * squared_scale * sqrt(n_squared),
                   g * column_integral(heights(Center{}) * (sigma - sorted)));
  }
};

/// Scales and diffusivities of columns of this density, and their statistics. One source for all backends.
template <class Backend, class Density>
Outcome diagnose(const stencil::ColumnGrid& grid, const Density& density) {
  using namespace stencil;
  CenterField<double, Backend> sigma(grid), sorted(grid), rest(grid), displacement(grid), squared_scale(grid),
      diffusivity(grid);
  SurfaceField<double, Backend> energy(grid);
  sigma.fill(density);

  // At rest the densest water is lowest. One sort gives the column at rest and the height each cell's water came from.
  evaluate(into(sorted, column_sort(sigma, descending)),
           into(rest, column_sort_by(sigma, heights(Center{}), descending)));
  fields(displacement, squared_scale, diffusivity, energy) = columnwise(Scales{})(sigma, sorted, rest);

  Outcome o;
  const auto first_column = [&](const auto& field) {
    const auto all = field.to_host();
    return std::vector<double>(all.begin(), all.begin() + grid.levels());
  };
  o.z.assign(grid.z_centers().begin(), grid.z_centers().end());
  o.density = first_column(sigma);
  o.sorted = first_column(sorted);
  o.displacement = first_column(displacement);
  o.thorpe_scale = first_column(squared_scale);
  for (double& scale : o.thorpe_scale) scale = std::sqrt(scale);
  o.diffusivity = first_column(diffusivity);
  o.energy = global_sum(energy) / static_cast<double>(grid.columns());
  o.mean = level_mean(diffusivity);
  o.ninth_decile = level_quantile(diffusivity, 0.9);
  for (int i = 0; i <= 24; ++i) o.edges.push_back(-6.0 + 0.25 * i);
  const Histogram h = histogram(log(diffusivity) / std::log(10.0), o.edges);  // minus infinity where nothing is mixed
  o.counts = h.counts;
  o.at_rest = h.below;
  o.elsewhere = h.above + h.nan;
  return o;
}

/// A reproducible random number in [0, 1).
inline double share(std::size_t column, int slot) {
  const double x = std::sin(12.9898 * static_cast<double>(column + 1) + 78.233 * (slot + 1)) * 43758.5453;
  return x - std::floor(x);
}

template <class Backend>
Outcome block(int cells) {
  const double slope = reference_density / gravity * 1e-4;  // N^2 = 1e-4 / s2
  return diagnose<Backend>(stencil::ColumnGrid::uniform(200, -200.0, 0.0), [&](double z) {
    const bool turned = std::abs(z + 100.0) < 0.5 * cells;
    return 26.0 - slope * (turned ? -200.0 - z : z);
  });
}

/// Stratification decays downward over 150 m. In each quarter of a column a block around its middle is overturned. Its
/// height is random, up to the whole quarter; small blocks are more frequent.
template <class Backend>
Outcome ensemble(std::size_t columns) {
  return diagnose<Backend>(stencil::ColumnGrid::uniform(256, -256.0, 0.0, columns), [](double z, std::size_t column) {
    const int slot = static_cast<int>(-z / 64.0);
    const double middle = -64.0 * slot - 32.0;
    const double height = 64.0 * std::pow(share(column, slot), 4);
    const double from = std::abs(z - middle) < 0.5 * height ? 2 * middle - z : z;
    const double strength = 2e-5 * (0.5 + share(column, 7));
    return 26.0 + reference_density / gravity * strength * 150.0 * (1.0 - std::exp(from / 150.0));
  });
}

}  // namespace thorpe
