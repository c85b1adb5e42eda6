// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>

#include "column_physics/model.hpp"
#include "column_physics/published.hpp"

// Total water 9 and 1.5 g/kg and theta_l 289 K and 297.5 K + (z - 840 m)^(1/3) below and above 840 m, wind 7 and -5.5
// m/s, 1017.8 hPa at the ground: Stevens et al. (2005), Mon. Wea. Rev. 133, 1443-1462.
TEST_CASE("A column of the stratocumulus starts from the published profile", "[column_physics]") {
  using namespace column_physics;
  const auto start = initial_state<stencil::backend::Cpu>(3, 4, 11, 0.8e-3);  // columns 3 to 6 of 11
  REQUIRE(start.grid.levels() == 150);
  const auto near = [](double x, long double right) { return std::abs(x - right) <= 1e-13L * std::abs(right); };
  for (std::size_t column = 0; column < 4; ++column) {
    long double exner = std::pow(1.0178L, 287 / 1015.0L);  // of a face
    long double face = 0;
    for (int k = 0; k < 150; ++k) {
      const long double dz = k < 46 || k >= 114 ? 15 : k < 58 || k >= 106 ? 7.5L : 2.5L;
      const long double z = face + dz / 2;
      face += dz;
      const long double theta = z < 840 ? 289 : 297.5L + std::cbrt(z - 840);
      const long double drier = 0.8L * static_cast<long double>(column + 3) / 10;
      const long double middle = exner - 9.81L / 1015 / theta * dz / 2;
      exner -= 9.81L / 1015 / theta * dz;
      INFO("column " << column << ", " << static_cast<double>(z) << " m");
      CHECK(near(start.theta_l(k, column), theta));
      CHECK(near(start.q_t(k, column), z < 840 ? 9e-3L : (1.5L - drier) / 1000));
      CHECK(start.u(k, column) == 7);
      CHECK(start.v(k, column) == -5.5);
      CHECK(start.q_r(k, column) == 0);
      CHECK(near(start.exner(k, column), middle));
      CHECK(near(start.rho(k, column), 1e5L * std::pow(middle, 1015 / 287.0L - 1) / (287 * theta)));
    }
  }
}

// Table 1 of Stevens et al. (2005): liquid water paths of the fourth hour [g/m2] of the sixteen simulations.
TEST_CASE("The published ensemble of liquid water paths agrees with the published table", "[column_physics]") {
  using namespace column_physics::published;
  const double table[] = {59, 56, 50, 47, 46, 42, 41, 37, 35, 33, 26, 25, 21, 21, 9, 5};
  const double mean = std::accumulate(std::begin(table), std::end(table), 0.0) / 16;
  const auto fourth_hour = [](double Ensemble::* what) {  // by trapezoids over 3.0, 3.2, ... 4.0 h
    double sum = 0;
    for (int i = 15; i < 20; ++i) sum += (path[i].*what + path[i + 1].*what) / 10;
    return sum;
  };
  CHECK(std::abs(fourth_hour(&Ensemble::mean) - mean) < 0.5);
  CHECK(std::abs(fourth_hour(&Ensemble::least) - 5) < 0.6);
  CHECK(std::abs(fourth_hour(&Ensemble::most) - 59) < 0.6);
  CHECK(std::abs(fourth_hour(&Ensemble::lower) - lower_path) < 0.5);
  CHECK(std::abs(fourth_hour(&Ensemble::upper) - upper_path) < 0.5);
}

TEST_CASE("The published ensemble is ordered, and holds what lies between its extremes", "[column_physics]") {
  using namespace column_physics::published;
  const auto ordered = [](const auto& ensemble) {
    for (std::size_t i = 0; i < std::size(ensemble); ++i) {
      const Ensemble& at = ensemble[i];
      INFO(at.hour << " h");
      CHECK(std::abs(at.hour - 0.2 * static_cast<double>(i)) < 1e-12);
      CHECK((at.least <= at.lower && at.lower <= at.upper && at.upper <= at.most));
      CHECK((at.least < at.mean && at.mean < at.most));
    }
  };
  ordered(path);
  ordered(inversion);
  CHECK((holds(0, 60.1) && holds(0, 68.8) && !holds(0, 60) && !holds(0, 69)));
  CHECK((holds(0.3, 34) && !holds(0.3, 33) && holds(0.3, 68) && !holds(0.3, 69)));  // 33.6 to 68.8 in the middle
  CHECK((holds(4, 0) && holds(4, 58) && !holds(4, 58.1) && !holds(4, std::nan(""))));
}
