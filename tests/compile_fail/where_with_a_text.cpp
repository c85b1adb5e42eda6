// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: where chooses between two fields, expressions or numbers, where(x > 0.0, x, 0.0), and a text is none
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Drain {
  STENCIL_FUNCTION auto operator()(auto water) const { return results(where(water > 0.0, water, "none")); }
};

void drain(CenterField<double>& water) { water = columnwise(Drain{})(water); }
