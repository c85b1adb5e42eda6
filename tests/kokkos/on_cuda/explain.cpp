// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>
#include <stencil/kokkos.hpp>

#include <string>
#include <vector>

using namespace stencil;

namespace {

struct Sums {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(2.0 * x, column_sum(x)); }
};

/// Who holds what in the kernels of a backend: of a column function, through tiles too, and of running values.
template <class Backend>
std::vector<std::string> teams() {
  const auto grid = ColumnGrid::uniform(64, 0.0, 64.0, 8);
  CenterField<double, Backend> x(grid, "x"), twice(grid);
  FaceField<double, Backend> up_to(grid);
  SurfaceField<double, Backend> sum(grid);
  const auto function = columnwise(Sums{})(x);
  return {explain(fields(twice, sum), function).mapping.team,
          explain(fields(twice, sum), function, with(cuda::SharedMemory{})).mapping.team,
          explain(up_to, cumulative_integral(x, bottom(0.5))).mapping.team};
}

}  // namespace

TEST_CASE("Column functions and running values are explained as the CUDA backend carries them out", "[kokkos]") {
  const auto expected = teams<backend::Cuda>();
  for (const auto& team : expected) REQUIRE(!team.empty());
  REQUIRE(teams<backend::Kokkos<Kokkos::Cuda>>() == expected);
}
