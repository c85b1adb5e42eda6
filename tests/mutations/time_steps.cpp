// SPDX-License-Identifier: BSD-3-Clause
// The time step that single_column chooses, apart from its model, which takes a minute to compile.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "examples/single_column/model/time_step.hpp"

namespace {

struct Mesh {
  double mixing;  // the largest K / dz^2 [1/s]
  double fastest_mixing() const { return mixing; }
  static bool is_finite() { return true; }
};
double next(double mixing, const single_column::Settings& settings, double previous) {
  Mesh mesh{mixing};
  return single_column::next_time_step(mesh, settings, 0.0, previous);
}

}  // namespace

TEST_CASE("The time step of single_column keeps six times the rate of mixing stable and grows by half at most") {
  using namespace single_column;
  Settings settings;
  settings.time_step = 0.0;
  settings.implicit = false;
  for (const double mixing : {0.01, 1.0, 100.0}) {
    const double step = next(mixing, settings, 1e3);
    CHECK(step * 4.0 * mixing * 6.0 <= 2.5 * (1 + 1e-12));
    CHECK(step * 4.0 * mixing * 6.0 >= 2.5 * 0.999);
  }
  CHECK(next(1e-3, settings, 2.0) == 3.0);
  CHECK(next(0.0, settings, 1e3) == sample_period);
  settings.time_step = 600.0;
  CHECK(next(100.0, settings, 1.0) == 600.0);
}

TEST_CASE("A mesh that is too fine for explicit steps is refused with what helps") {
  using namespace single_column;
  Settings settings;
  settings.time_step = 0.0;
  settings.implicit = false;
  std::string said;
  try {
    next(1e9, settings, 1.0);
  } catch (const RunError& e) {
    said = e.what();
  }
  CHECK(said.find("--implicit") != std::string::npos);
}
