// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What the snippets of the documentation take for granted.
#include <stencil/inspect/measure.hpp>
#include <stencil/stencil.hpp>

#include <cstdio>
#include <iostream>
#include <span>
#include <vector>

namespace snippets {

using namespace stencil;

inline const ColumnGrid grid = ColumnGrid::stretched(12, 0.0, 1000.0, 20.0, 3);
inline CenterField<double> a(grid), b(grid), div(grid), mask(grid), rho(grid);
inline CenterField<Vec<double, 2>> wind(grid);
inline FaceField<double> f(grid), w(grid), out(grid), face_out(grid);
inline SurfaceField<double> flux(grid), mass(grid), land(grid), lowest(grid);
inline double dt = 1e-3;

/// Values that no snippet divides by zero with.
inline void fill_fields() {
  a.fill([](double z) { return 1 + z / 1000; });
  b.fill([](double z) { return 300 + 0.003 * z; });
  rho.fill([](double z) { return 1.2 - z / 10000; });
  mask.fill([](double z) { return z < 500 ? 1 : 0; });
  f.fill([](double z) { return 0.1 + z * (1000 - z) / 1e6; });
  w.fill([](double z) { return 0.01 + z / 1e5; });
  land.fill([](std::size_t column) { return column == 1 ? 1 : 0; });
  lowest.fill(1.0);
  mass.fill(1.0);
}

}  // namespace snippets
