// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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
  static auto function() { return real_models::climaatmos::FaceDiffusivities{}; }

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
    const auto least = [](double p, double q) { return p < q ? p : q; };
    const auto most = [](double p, double q) { return p > q ? p : q; };
    const auto low = b.cell(cell_below), high = b.cell(cell_above), at = b.face(k);
    const double dz = x.dz_faces[k], z = x.z_faces[k], inverse = 1 / dz;
    const auto first = b.cell(0);
    const auto below = low + l, above = high + l;
    const auto mean = [&](const double* y) { return 0.5 * (y[below] + y[above]); };
    const auto slope = [&](const double* y) { return (y[above] - y[below]) * inverse; };
    const double d_theta = slope(x.in[0]), d_q = slope(x.in[1]), du = slope(x.in[2]), dv = slope(x.in[3]);
    const double clouds = mean(x.in[5]);
    const double n2 = clouds * (mean(x.in[8]) * d_theta + mean(x.in[9]) * d_q) +
                      (1 - clouds) * (mean(x.in[6]) * d_theta + mean(x.in[7]) * d_q);
    const double k_here = most(mean(x.in[4]), 1e-8), velocity = sqrt(k_here), jump = most(n2 * dz, 0.0);
    const double n2_effective = n2 + jump * jump / (0.63 * k_here);
    const double s2 = du * du + dv * dv + 1e-10, ri = n2_effective / s2;
    const double r = 0.74 + 53.0 / 13.0 * ri;
    const double pr = least(most((r + sqrt(most(r * r - 4 * 0.74 * ri, 0.0))) / 2, 0.1), 10.0);
    const double u_star = x.in[10][b.first + l], obukhov = x.in[11][b.first + l];
    const double unstable = least(pow(1 - 100 * least(z / obukhov, 0.0), 0.2), 1 / 0.4);
    const double at_surface = sqrt(most(x.in[4][first + l], 1e-8)) / u_star;
    const double wall = 0.4 * z / most(at_surface * 0.14, 1e-6) * (obukhov < 0 ? unstable : 1);
    const double produced = 0.14 * (2 * s2 - n2 / pr) * velocity, dissipated = 0.22 * k_here * velocity;
    const double balanced = least(produced > 1e-10 ? sqrt(dissipated / most(produced, 1e-10)) : 1e4, 1e4);
    const double buoyant = least(n2_effective > 1e-10 ? sqrt(0.63 * k_here / most(n2_effective, 1e-10)) : 1e4, 1e4);
    const double smallest = least(wall, least(balanced, buoyant));
    const double per_width = 1 / most(smallest * 0.1 / 0.2784645427610738, 1.0);
    const double of_wall = exp((smallest - wall) * per_width), of_balanced = exp((smallest - balanced) * per_width);
    const double of_buoyant = exp((smallest - buoyant) * per_width);
    const double length =
        (wall * of_wall + balanced * of_balanced + buoyant * of_buoyant) / (of_wall + of_balanced + of_buoyant);
    const double k_u = 0.14 * length * velocity, bulk = most(n2, 0.0) * dz * dz / (0.63 * k_here);
    x.out[0][at + l] = n2;
    x.out[1][at + l] = k_u;
    x.out[2][at + l] = k_u / pr;
    x.out[3][at + l] = 0.5 * 0.2 * velocity / most(bulk, 1.0) * dz;
  }
  template <class B>
  STENCIL_FUNCTION static void face(const Raw& x, const B& b, int k, int cell_below, int cell_above) {
    EACH_LANE(l) at_face(x, b, k, cell_below, cell_above, l);
  }
};

}  // namespace race
