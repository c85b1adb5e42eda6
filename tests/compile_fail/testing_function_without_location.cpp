// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the location of a function's argument cannot be known
#include <stencil/stencil.hpp>
#include <stencil/testing.hpp>

using namespace stencil;

bool check(const ColumnGrid& grid) {
  return static_cast<bool>(testing::is_linear([](const auto& x) { return -x; }, grid));
}
