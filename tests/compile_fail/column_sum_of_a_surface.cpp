// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a column reduction takes an expression with values at centers or faces
#include <stencil/stencil.hpp>

using namespace stencil;

void add(SurfaceField<double>& s, const SurfaceField<double>& t) { s = column_sum(t); }
