// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a value in a column function has numbers for many levels and columns and is no number; let variables and parameters of functions be auto, write sqrt(x) without std::, and choose with where(condition, x, y), not with ?:
#include <stencil/stencil.hpp>

using namespace stencil;

struct Formula {
  STENCIL_FUNCTION auto operator()(auto x) const {
    double sum = 0.0;
    sum += x;
    return results(sum * x);
  }
};

void apply(CenterField<double>& x) { x = columnwise(Formula{})(x); }
