// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <algorithm>
#include <cmath>

#include "../../tests/real/climaatmos_turbulence.hpp"
#include "race.hpp"

namespace race {

/// Diffusivities of ClimaAtmos at faces.
struct Case {
  static constexpr const char* name = "face_diffusivities";
  static constexpr int scratch = 0;
  static constexpr int parts = most_levels;
  static ColumnGrid grid(std::size_t columns) { return ColumnGrid::stretched(most_levels, 0.0, 18e3, 100.0, columns); }
  template <class Make>
  static auto arguments(Make& make) {
    using namespace real_models;
    using namespace real_models::climaatmos;
    return std::tuple{make.centers("theta", theta),
                      make.centers("q", total_water),
                      make.centers("u", wind_u),
                      make.centers("v", wind_v),
                      make.centers("tke", tke),
                      make.centers("cloud", cloud_fraction),
                      make.centers("dry_theta", dry_of_theta),
                      make.centers("dry_q", dry_of_q),
                      make.centers("moist_theta", moist_of_theta),
                      make.centers("moist_q", moist_of_q),
                      make.surface("u_star", u_star),
                      make.surface("obukhov", obukhov)};
  }
  template <class Make>
  static auto results(Make& make) {
    return std::tuple{make.at_faces("n2"), make.at_faces("k_u"), make.at_faces("k_h"), make.at_faces("entrainment")};
  }
  template <class All>
  static auto call(const All& all) {
    using namespace real_models::climaatmos;
    const auto& [theta, q, u, v, tke, cloud, dry_theta, dry_q, moist_theta, moist_q, u_star, obukhov] = all;
    using C = std::remove_cvref_t<decltype(theta)>;
    using S = std::remove_cvref_t<decltype(u_star)>;
    const Air<node_of<C>> air{as_node(theta), as_node(q), as_node(u), as_node(v), as_node(tke), as_node(cloud)};
    const BuoyancyOf<node_of<C>> dry{as_node(dry_theta), as_node(dry_q)}, moist{as_node(moist_theta), as_node(moist_q)};
    return columnwise(FaceDiffusivities{})(air, dry, moist,
                                           SurfaceLayer<node_of<S>>{as_node(u_star), as_node(obukhov)});
  }

  template <class B>
  STENCIL_FUNCTION static void by_hand(const Raw& x, const B& b) {
    const int n = x.levels;
    if (b.begin == 0) face(x, b, 0, 0, 0);
    if constexpr (B::width == 1 && !B::across) {
      ROWS_APART for (int k = 1; k < n; ++k) at_face(x, b, k, k - 1, k, 0);
    } else {
      for (int k = b.begin > 0 ? b.begin : 1; k < b.end; ++k) face(x, b, k, k - 1, k);
    }
    if (b.end == n) face(x, b, n, n - 1, n - 1);
  }

 private:
  template <class B>
  STENCIL_FUNCTION __attribute__((always_inline)) static void at_face(const Raw& x, const B& b, int k, int cell_below,
                                                                      int cell_above, int l) {
    using std::exp, std::pow, std::sqrt;
    const auto least = [](Real p, Real q) { return p < q ? p : q; };
    const auto most = [](Real p, Real q) { return p > q ? p : q; };
    const auto low = b.cell(cell_below), high = b.cell(cell_above), at = b.face(k);
    const Real dz = x.dz_faces[k], z = x.z_faces[k], inverse = 1 / dz;
    const auto first = b.cell(0);
    const auto below = low + l, above = high + l;
    const auto mean = [&](const Real* y) { return 0.5_r * (y[below] + y[above]); };
    const auto slope = [&](const Real* y) { return (y[above] - y[below]) * inverse; };
    const Real d_theta = slope(x.in[0]), d_q = slope(x.in[1]), du = slope(x.in[2]), dv = slope(x.in[3]);
    const Real clouds = mean(x.in[5]);
    const Real n2 = clouds * (mean(x.in[8]) * d_theta + mean(x.in[9]) * d_q) +
                    (1 - clouds) * (mean(x.in[6]) * d_theta + mean(x.in[7]) * d_q);
    const Real k_here = most(mean(x.in[4]), 1e-8_r), velocity = sqrt(k_here), jump = most(n2 * dz, 0.0_r);
    const Real n2_effective = n2 + jump * jump / (0.63_r * k_here);
    const Real s2 = du * du + dv * dv + 1e-10_r, ri = n2_effective / s2;
    const Real r = 0.74_r + 53.0_r / 13.0_r * ri;
    const Real pr = least(most((r + sqrt(most(r * r - 4 * 0.74_r * ri, 0.0_r))) / 2, 0.1_r), 10.0_r);
    const Real u_star = x.in[10][b.first + l], obukhov = x.in[11][b.first + l];
    const Real unstable = least(pow(1 - 100 * least(z / obukhov, 0.0_r), 0.2_r), 1 / 0.4_r);
    const Real at_surface = sqrt(most(x.in[4][first + l], 1e-8_r)) / u_star;
    const Real wall = 0.4_r * z / most(at_surface * 0.14_r, 1e-6_r) * (obukhov < 0 ? unstable : 1);
    const Real produced = 0.14_r * (2 * s2 - n2 / pr) * velocity, dissipated = 0.22_r * k_here * velocity;
    const Real balanced = least(produced > 1e-10_r ? sqrt(dissipated / most(produced, 1e-10_r)) : 1e4_r, 1e4_r);
    const Real buoyant =
        least(n2_effective > 1e-10_r ? sqrt(0.63_r * k_here / most(n2_effective, 1e-10_r)) : 1e4_r, 1e4_r);
    const Real smallest = least(wall, least(balanced, buoyant));
    const Real per_width = 1 / most(smallest * 0.1_r / 0.2784645427610738_r, 1.0_r);
    const Real of_wall = exp((smallest - wall) * per_width), of_balanced = exp((smallest - balanced) * per_width);
    const Real of_buoyant = exp((smallest - buoyant) * per_width);
    const Real length =
        (wall * of_wall + balanced * of_balanced + buoyant * of_buoyant) / (of_wall + of_balanced + of_buoyant);
    const Real k_u = 0.14_r * length * velocity, bulk = most(n2, 0.0_r) * dz * dz / (0.63_r * k_here);
    x.out[0][at + l] = n2;
    x.out[1][at + l] = k_u;
    x.out[2][at + l] = k_u / pr;
    x.out[3][at + l] = 0.5_r * 0.2_r * velocity / most(bulk, 1.0_r) * dz;
  }
  template <class B>
  STENCIL_FUNCTION static void face(const Raw& x, const B& b, int k, int cell_below, int cell_above) {
    EACH_LANE(l) at_face(x, b, k, cell_below, cell_above, l);
  }
};

}  // namespace race
