// SPDX-License-Identifier: BSD-3-Clause
// A step of diffusion on the CPU whose destination is also read, beside the same step into another field.
//
//   cpu_in_place [columns]
#include <algorithm>
#include <cstddef>
#include <cstdio>

#include <stencil/stencil.hpp>

#include "arguments.hpp"
#include "cpu_timing.hpp"

namespace {

using namespace stencil;

template <class Layout>
void compare(const char* layout, std::size_t columns) {
  const auto grid = ColumnGrid::uniform(64, 0.0, 6400.0, columns);
  CenterField<double, backend::Cpu, Layout> t(grid), rho(grid), next(grid);
  FaceField<double, backend::Cpu, Layout> k(grid);
  t.fill(300.0);
  rho.fill(1.0);
  k.fill(10.0);
  const auto step = t + 10.0 * DivergenceF2C(bottom(SetValue(0.1)), top(SetValue(0.0)))(k * GradientC2F()(t * rho));
  double in_place = 1e30, elsewhere = 1e30;
  for (int run = 0; run < 25; ++run) {
    elsewhere = std::min(elsewhere, timing::seconds_of([&] { next = step; }));
    in_place = std::min(in_place, timing::seconds_of([&] { t = step; }));
  }
  std::printf("%s contiguous, %zu columns: in place %.2f ms, into another field %.2f ms, %.2f of it\n", layout, columns,
              1e3 * in_place, 1e3 * elsewhere, in_place / elsewhere);
}

}  // namespace

int main(int argc, char** argv) {
  const auto columns = arguments::number<std::size_t>(argc, argv, 1, 100'000);
  compare<layout::LevelsContiguous>("levels", columns);
  compare<layout::ColumnsContiguous>("columns", columns);
}
