// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a dense operator, a running mean or a remap stands in the value of a boundary condition or in a mask
#include <stencil/stencil.hpp>

using namespace stencil;

void masked(CenterField<double>& a, const DenseC2C& m) { assign(a, 1.0, policy().where(m(a) > 0)); }
