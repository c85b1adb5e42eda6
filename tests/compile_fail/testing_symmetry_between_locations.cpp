// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a symmetric operator's result lives where its argument does
#include <stencil/stencil.hpp>
#include <stencil/testing.hpp>

using namespace stencil;

bool check(const ColumnGrid& grid) { return static_cast<bool>(testing::is_symmetric(GradientC2F(), grid)); }
