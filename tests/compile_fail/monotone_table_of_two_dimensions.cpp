// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a table of two dimensions interpolates by interpolation::Linear or Cubic
#include <stencil/stencil.hpp>

using namespace stencil;

auto rising(const std::vector<double>& x) { return table(x, x, x, interpolation::Monotone{}); }
