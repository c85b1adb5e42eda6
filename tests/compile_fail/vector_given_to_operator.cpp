// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an operator takes fields, expressions and numbers
#include <stencil/stencil.hpp>
#include <vector>

using namespace stencil;

auto gradient(const std::vector<double>& x) { return GradientC2F()(x); }
