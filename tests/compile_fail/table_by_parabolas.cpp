// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a table interpolates by interpolation::Linear, Cubic or Monotone
#include <stencil/stencil.hpp>

using namespace stencil;

auto parabolas(const std::vector<double>& x) { return table(x, x, interpolation::Quadratic{}); }
