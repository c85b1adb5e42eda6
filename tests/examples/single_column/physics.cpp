// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>

#include "model/closure.hpp"
#include "model/geostrophic_wind.hpp"
#include "model/surface_layer.hpp"

using namespace single_column;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// The dimensionless gradients, from which the profile functions must follow.
double phi_momentum(double zeta) {
  return zeta < 0.0 ? std::pow(1.0 - 16.0 * zeta, -0.25)
                    : 1.0 + zeta * (1.0 + 0.667 * std::exp(-0.35 * zeta) * (1.0 + 5.0 - 0.35 * zeta));
}
double phi_heat(double zeta) {
  return zeta < 0.0
             ? std::pow(1.0 - 16.0 * zeta, -0.5)
             : 1.0 + zeta * (std::sqrt(1.0 + 2.0 / 3.0 * zeta) + 0.667 * std::exp(-0.35 * zeta) * (6.0 - 0.35 * zeta));
}

template <class F>
double slope(const F& f, double x) {
  const double h = 1e-4 * std::abs(x);
  return (f(x + h) - f(x - h)) / (2.0 * h);
}

}  // namespace

TEST_CASE("single_column: psi is the integral of (1 - phi) / zeta") {
  const double zeta = GENERATE(-15.0, -2.0, -0.1, -0.001, 0.001, 0.1, 1.0, 3.0, 15.0);
  CHECK_THAT(slope(similarity::psi_momentum<double>, zeta), WithinRel((1.0 - phi_momentum(zeta)) / zeta, 1e-5));
  CHECK_THAT(slope(similarity::psi_heat<double>, zeta), WithinRel((1.0 - phi_heat(zeta)) / zeta, 1e-5));
  CHECK_THAT(similarity::psi_momentum(0.0), WithinAbs(0.0, 1e-14));
  CHECK_THAT(similarity::psi_heat(0.0), WithinAbs(0.0, 1e-14));
}

TEST_CASE("single_column: the stability from a temperature difference solves its equation") {
  const SurfaceProfile<double> profile{5.0, 0.1, 0.02};
  const double wind = GENERATE(0.3, 2.0, 12.0);
  const double excess = GENERATE(-8.0, -0.5, 0.0, 0.02, 0.3);
  const double zeta = StabilityFromTemperature<double>{profile, 0.035}(wind, excess);
  const double momentum = profile.momentum(zeta);
  const double bulk_richardson = 0.035 * 5.0 * excess / (wind * wind);
  const double expected = limit_stability(bulk_richardson * momentum * momentum / profile.heat(zeta));
  CHECK_THAT(zeta, WithinRel(expected, 2e-3) || WithinAbs(expected, 1e-12));
  CHECK(std::signbit(zeta) == std::signbit(excess));
}

TEST_CASE("single_column: the stability from a heat flux solves its equation") {
  const SurfaceProfile<double> profile{5.0, 0.1, 0.02};
  const double wind = GENERATE(1.0, 4.0, 12.0);
  const double flux = GENERATE(0.2, 0.01, 0.0, -0.0002);
  const double zeta = StabilityFromFlux<double>{profile, 0.035}(wind, flux);
  const double friction_velocity = 0.4 * wind / profile.momentum(zeta);
  const double expected = -5.0 * 0.4 * 0.035 * flux / std::pow(friction_velocity, 3);
  CHECK_THAT(zeta, WithinRel(limit_stability(expected), 5e-3) || WithinAbs(expected, 1e-12));
}

TEST_CASE("single_column: a flux that the wind cannot bear ends at the stability limit") {
  const SurfaceProfile<double> profile{5.0, 0.1, 0.02};
  CHECK(StabilityFromFlux<double>{profile, 0.035}(0.1, -0.05) == largest_stability);
  CHECK_THAT((StabilityFromFlux<double>{profile, 0.035}(0.1, 0.5)), WithinRel(-largest_stability, 1e-3));
}

TEST_CASE("single_column: in neutral air the exchange is that of the logarithmic law") {
  const SurfaceProfile<double> profile{5.0, 0.1, 0.02};
  CHECK_THAT(MomentumExchange<double>{profile}(7.0, 0.0), WithinRel(7.0 * std::pow(0.4 / std::log(50.0), 2), 1e-14));
  CHECK_THAT(HeatExchange<double>{profile}(7.0, 0.0),
             WithinRel(7.0 * 0.16 / (std::log(50.0) * std::log(250.0)), 1e-14));
}

TEST_CASE("single_column: the stability functions are 1 in neutral air and continuous") {
  CHECK(stable_part(0.0) == 1.0);
  CHECK(unstable_part(0.0) == 1.0);
  CHECK_THAT(stable_part(0.1), WithinRel(stable_part(0.1 - 1e-13), 1e-9));
  CHECK_THAT(stable_part(0.1), WithinRel(0.25, 1e-12));
  CHECK_THAT(stable_part(0.5), WithinRel(0.01, 1e-12));
  CHECK(unstable_part(0.5) == 1.0);
}

TEST_CASE("single_column: in unstable air the closure continues the surface layer") {
  for (double richardson = -4.0; richardson < 0.0; richardson += 0.1) {
    const double stable = stable_part(richardson);
    const double unstable = unstable_part(richardson);
    CHECK(stable == 1.0);
    CHECK_THAT(momentum_stability(stable, unstable), WithinRel(std::pow(phi_momentum(richardson), -2), 1e-12));
    CHECK_THAT(heat_stability(stable, unstable),
               WithinRel(1.0 / (phi_momentum(richardson) * phi_heat(richardson)), 1e-12));
  }
}

TEST_CASE("single_column: the mixing length is that of the wall below and its own limit above") {
  CHECK(mixing_length(0.0, 40.0) == 0.0);
  CHECK_THAT(mixing_length(0.01, 40.0), WithinRel(0.004, 1e-3));
  CHECK_THAT(mixing_length(1e7, 40.0), WithinRel(40.0, 1e-4));
}

TEST_CASE("single_column: the ensemble is perturbed evenly, within its spread, and column 0 is not") {
  CHECK(perturbation(0, 0.05) == 1.0);
  double sum = 0.0;
  for (std::size_t column = 1; column <= 1000; ++column) {
    CHECK(std::abs(perturbation(column, 0.05) - 1.0) <= 0.05);
    sum += perturbation(column, 0.05) - 1.0;
  }
  CHECK(std::abs(sum) / 1000.0 < 1e-4);
}
