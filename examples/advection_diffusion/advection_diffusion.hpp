// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <vector>

#include <stencil/stencil.hpp>

#include "common/outcome.hpp"

/// A cloud that drifts upward and spreads:
///
///   dx/dt = -d/dz (w x - nu dx/dz)
///
/// It stays a Gaussian: x = exp(-(z - 1 - w t)^2 / (4 nu (1 + t))) / sqrt(1 + t), with z in m and t in s.
namespace advection_diffusion {

constexpr double w = 1;      // [m/s]
constexpr double nu = 0.05;  // [m2/s]
constexpr double end = 7;    // [s]
constexpr int cells = 180;   // from -2 to 13 m, so that less than rounding would leave
constexpr int steps = 280;

inline double exact(double z, double t) {
  const double distance = z - 1 - w * t;
  return std::exp(-distance * distance / (4 * nu * (1 + t))) / std::sqrt(1 + t);
}

/// -d/dz (w x - nu dx/dz), without flux through the ends.
struct Tendency {
  double diffusivity = nu;  // [m2/s]

  STENCIL_FUNCTION auto operator()(auto wind, auto x) const {
    using namespace stencil;
    const auto carry = Upwind3rdOrderBiasedProductC2F(bottom(ThirdOrderOneSided{}), top(ThirdOrderOneSided{}));
    const auto flux = carry(wind, x) - diffusivity * GradientC2F()(x);
    return results(-DivergenceF2C(no_flux)(flux));
  }
};

template <class Backend>
class Cloud {
 public:
  using Centers = stencil::CenterField<double, Backend>;

  explicit Cloud(const stencil::ColumnGrid& grid) : x(grid), wind_(grid), step_(x) {
    x.fill([](double z) { return exact(z, 0); });
    wind_.fill(w);
  }

  void step(double dt) { step_(0.0, dt, stencil::columnwise(Tendency{})(wind_, x)); }

  Centers x;

 private:
  stencil::FaceField<double, Backend> wind_;
  stencil::SSPRK33<Centers&> step_;
};

/// Height and value of the maximum of the parabola through the highest value and its neighbours.
struct Peak {
  double z;
  double value;
};
inline Peak peak(const std::vector<double>& z, const std::vector<double>& x) {
  const auto middle = std::max_element(x.begin() + 1, x.end() - 1) - x.begin();
  const auto k = static_cast<std::size_t>(middle);
  const double slope = (x[k + 1] - x[k - 1]) / 2, bend = x[k + 1] - 2 * x[k] + x[k - 1];
  return {z[k] - slope / bend * (z[1] - z[0]), x[k] - slope * slope / (2 * bend)};
}

template <class Backend>
example::Outcome run() {
  using Look = example::Curve::Look;
  const auto grid = stencil::ColumnGrid::uniform(cells, -2.0, 13.0);
  const std::vector<double> z(grid.z_centers().begin(), grid.z_centers().end());
  Cloud<Backend> cloud(grid);
  const double dt = end / steps;

  example::Outcome result;
  result.title = "A cloud that drifts and spreads: computed with 180 cells (dots), exact (lines)";
  example::Diagram passing{"the cloud", "z [m]", "x", {}}, difference{"computed - exact", "z [m]", "x [1e-3]", {}};
  std::vector<double> x = cloud.x.to_host();
  for (int step = 0; step <= steps; ++step) {
    if (step > 0) cloud.step(dt);
    if (step != 0 && step != 80 && step != 160 && step != steps) continue;
    x = cloud.x.to_host();
    const auto line = example::at_heights(z, [&](double at) { return exact(at, step * dt); });
    std::vector<double> error(z.size());
    for (std::size_t k = 0; k < z.size(); ++k) error[k] = 1e3 * (x[k] - line[k]);
    char label[16];
    std::snprintf(label, sizeof label, "%g s", step * dt);
    passing.curves.push_back({"", z, line, Look::line, passing.curves.size() / 2});
    passing.curves.push_back({label, z, x, Look::dots, passing.curves.size() / 2});
    if (step > 0) difference.curves.push_back({label, z, error, Look::line, difference.curves.size() + 1});
  }

  double squares = 0, of_exact = 0;
  for (std::size_t k = 0; k < z.size(); ++k) {
    squares += std::pow(x[k] - exact(z[k], end), 2);
    of_exact += std::pow(exact(z[k], end), 2);
  }
  const Peak crest = peak(z, x);
  result.checks = {example::at_most(1e-2, "relative error in the L2 norm", std::sqrt(squares / of_exact)),
                   {"peak", crest.value, 0.353, 0.355},
                   {"height of the peak [m]", crest.z, 7.95, 8.05}};
  result.diagrams = {passing, difference};
  return result;
}
example::Outcome run_on_cuda();  // in run_cuda.cu

}  // namespace advection_diffusion
