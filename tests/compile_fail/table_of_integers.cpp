// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the values of a table are float or double
#include <stencil/stencil.hpp>

using namespace stencil;

auto numbers(const std::vector<int>& x) { return table(x, x); }
