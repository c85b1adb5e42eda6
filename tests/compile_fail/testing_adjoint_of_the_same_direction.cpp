// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: of two adjoint operators the second takes the first one's result back
#include <stencil/stencil.hpp>
#include <stencil/testing.hpp>

using namespace stencil;

bool check(const ColumnGrid& grid) {
  return static_cast<bool>(testing::is_adjoint(GradientC2F(), [](const auto& y) { return -y; }, grid));
}
