// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: levels and columns are counted in integers, field(3, 0); the values at a height are at_height(field, z)
#include <stencil/stencil.hpp>

using namespace stencil;

double value(const SurfaceField<double>& a, double x) { return a.at(x); }
