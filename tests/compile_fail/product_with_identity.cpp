// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a multiple of identity() has no rows of its own, so it is no factor of values
#include <stencil/stencil.hpp>

using namespace stencil;

void damp(CenterField<double>& a, double rate) { a = (rate * identity()) * a; }
