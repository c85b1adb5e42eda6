// SPDX-License-Identifier: BSD-3-Clause
// A program outside the project: the line of the README on four levels. With a = b = 1 the gradient is zero, and so is
// its divergence.
#include <cstdio>
#include <stencil/stencil.hpp>

int main() {
  using namespace stencil;
  ColumnGrid grid = ColumnGrid::uniform(4, 0.0, 1.0, 2);
  CenterField<double> a(grid), b(grid), div(grid);
  FaceField<double> f(grid);
  a.fill(1.0);
  b.fill(1.0);
  f.fill(2.0);
  div = DivergenceF2C()(f * GradientC2F()(a * b));
  for (const double value : div.to_host()) {
    if (value != 0.0) return 1;
  }
  std::printf("stencil %d.%d.%d\n", version_major, version_minor, version_patch);
}
