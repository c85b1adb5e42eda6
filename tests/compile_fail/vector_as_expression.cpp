// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a field takes an expression, a field, a number or a Vec; apply an operator, as in DivergenceF2C()(flux), and give an array by from_host(array) or as wrap_center(array, grid)
#include <stencil/stencil.hpp>
#include <vector>

using namespace stencil;

void copy(CenterField<double>& out, const std::vector<double>& x) { out = x; }
