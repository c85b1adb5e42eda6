// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: implicit_step takes the length of the step after the value, a number or a value per column [s]: implicit_step(f, x, dt)
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Formula {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(implicit_step([](auto y) { return -0.1 * y; }, x));
  }
};

void apply(CenterField<double>& x) { x = columnwise(Formula{})(x); }
