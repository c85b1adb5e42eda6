// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include <stencil/stencil.hpp>

#include "common/outcome.hpp"

/// A rod of 1 m, heated through its upper end and held at 0 at its lower end, whose steady state is T = z:
///
///   dT/dt = k d2T/dz2,   T = 0 at t = 0,   T = 0 at z = 0,   dT/dz = 1 at z = 1
namespace heat {

using stencil::bottom, stencil::top, stencil::SetValue, stencil::SetGradient;
using Profile = std::vector<double>;

constexpr double k = 0.1;  // [m2/s]
constexpr double end = 2;  // [s], of the runs that are checked

/// The solution as a series over the modes that decay: z - sum of 2 (-1)^n / a^2 sin(a z) exp(-k a^2 t), a = (n + 1/2)
/// pi.
inline double exact(double z, double t) {
  double sum = z;
  for (int n = 0; n < 200; ++n) {
    const double a = (n + 0.5) * std::acos(-1.0);
    sum -= (n % 2 == 0 ? 2 : -2) / (a * a) * std::sin(a * z) * std::exp(-k * a * a * t);
  }
  return sum;
}

inline stencil::ColumnGrid rod(int cells) { return stencil::ColumnGrid::uniform(cells, 0.0, 1.0); }

/// k d2T/dz2 with both boundary conditions, of a field or of a value in a column function.
template <class Temperature>
STENCIL_FUNCTION auto warming(const Temperature& temperature, double conductivity) {
  const auto gradient = stencil::GradientC2F(bottom(SetValue(0.0)), top(SetGradient(1.0)));
  return stencil::DivergenceF2C()(conductivity * gradient(temperature));
}

/// Explicit: many short steps, at half the longest that is stable.
template <class Backend>
Profile by_short_steps(int cells, double until) {
  stencil::CenterField<double, Backend> temperature(rod(cells));
  temperature.fill(0.0);
  const int steps = static_cast<int>(std::ceil(until * 4 * k * cells * cells));
  const double dt = until / steps;
  for (int step = 0; step < steps; ++step) temperature = temperature + dt * warming(temperature, k);
  return temperature.to_host();
}

/// A step by the trapezoidal rule, (T' - T) / dt = (warming(T') + warming(T)) / 2. The matrix comes from the formula
/// above.
struct LongStep {
  double dt;                // [s]
  double conductivity = k;  // [m2/s]

  STENCIL_FUNCTION auto operator()(auto temperature) const {
    using namespace stencil;
    const auto of = [&](auto t) { return warming(t, conductivity); };
    const auto matrix = identity() - 0.5 * dt * jacobian(of, temperature);
    return results(temperature + solve(matrix, dt * of(temperature)));
  }
};

/// Implicit: few long steps.
template <class Backend>
Profile by_long_steps(int cells, double until) {
  stencil::CenterField<double, Backend> temperature(rod(cells));
  temperature.fill(0.0);
  const int steps = static_cast<int>(std::ceil(until * cells));
  const double dt = until / steps;
  const auto long_step = stencil::columnwise(LongStep{dt});
  for (int step = 0; step < steps; ++step) temperature = long_step(temperature);
  return temperature.to_host();
}

template <class Backend>
example::Outcome run() {
  using Look = example::Curve::Look;
  const auto height = [](int cells) {
    const auto grid = rod(cells);
    return Profile(grid.z_centers().begin(), grid.z_centers().end());
  };

  const std::vector<int> meshes{10, 20, 40, 80};
  const auto errors = [&](auto by_steps) {
    std::vector<double> all;
    for (const int cells : meshes) {
      const auto at_end = [](double z) { return exact(z, end); };
      all.push_back(example::largest_error(by_steps(cells, end), height(cells), at_end));
    }
    return all;
  };
  const auto of_explicit = errors(by_short_steps<Backend>);
  const auto of_implicit = errors(by_long_steps<Backend>);

  example::Outcome result;
  const auto check = [&](const std::string& scheme, const std::vector<double>& error) {
    result.checks.push_back(example::at_most(2e-3, scheme + ", error with 10 cells [K]", error[0]));
    for (std::size_t i = 1; i < error.size(); ++i) {
      std::string gain = scheme;
      gain += ", gain from " + std::to_string(meshes[i]);
      gain += " cells";
      result.checks.push_back({gain, error[i - 1] / error[i], 3.8, 4.2});
    }
  };
  check("explicit", of_explicit);
  check("implicit", of_implicit);

  result.title = "A rod warmed from above: computed with 10 cells (dots), series (lines)";
  example::Diagram profiles{"temperature", "T [K]", "z [m]", {}};
  const Profile fine = example::even(0, 1, 101);
  std::size_t color = 0;
  for (const double time : {0.2, 1.0, 2.0, 5.0, 20.0}) {
    const auto series = example::at_heights(fine, [&](double z) { return exact(z, time); });
    profiles.curves.push_back({"", series, fine, Look::line, color});
    char label[16];
    std::snprintf(label, sizeof label, "%g s", time);
    profiles.curves.push_back({label, by_short_steps<Backend>(10, time), height(10), Look::dots, color++});
  }
  const std::vector<double> cells(meshes.begin(), meshes.end());
  const auto slope = example::at_heights(cells, [&](double c) { return 2e-3 * (cells[0] / c) * (cells[0] / c); });
  result.diagrams = {profiles,
                     {"error at 2 s",
                      "number of cells",
                      "error [K]",
                      {{"explicit", cells, of_explicit, Look::dots, 0},
                       {"implicit", cells, of_implicit, Look::dots, 1},
                       {"second order, from 2e-3", cells, slope, Look::dashed, 4}},
                      example::Scale::logarithmic,
                      example::Scale::logarithmic}};
  return result;
}

example::Outcome run_on_cuda();  // in run_cuda.cu

}  // namespace heat
