// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an array is no operand by itself
#include <stencil/stencil.hpp>
#include <vector>

using namespace stencil;

auto sum(const CenterField<double>& a, const std::vector<double>& x) { return 2.0 * a + x; }
