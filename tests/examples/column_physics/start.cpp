// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstddef>

#include "column_physics/model.hpp"

// Total water 9 and 1.5 g/kg and theta_l 289 K and 297.5 K + (z - 840 m)^(1/3) below and above 840 m, wind 7 and -5.5
// m/s, 1017.8 hPa at the ground: Stevens et al. (2005), Mon. Wea. Rev. 133, 1443-1462.
TEST_CASE("A column of the stratocumulus starts from the published profile", "[column_physics]") {
  using namespace column_physics;
  const auto start = initial_state<stencil::backend::Cpu>(3, 4, 11, 0.8e-3);  // columns 3 to 6 of 11
  REQUIRE(start.grid.levels() == 150);
  const auto near = [](double x, long double right) { return std::abs(x - right) <= 1e-13L * std::abs(right); };
  for (std::size_t column = 0; column < 4; ++column) {
    long double exner = std::pow(1.0178L, 287 / 1015.0L);  // of a face
    for (int k = 0; k < 150; ++k) {
      const long double z = 5 + 10 * k;
      const long double theta = z < 840 ? 289 : 297.5L + std::cbrt(z - 840);
      const long double drier = 0.8L * static_cast<long double>(column + 3) / 10;
      const long double middle = exner - 9.81L / 1015 / theta * 5;
      exner -= 9.81L / 1015 / theta * 10;
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
