// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: abs takes one value: abs(x)
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

void distance(CenterField<double>& a, const CenterField<double>& b) { a = abs(a, b); }
