// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a value in a column function has numbers for many levels and columns and is no number; let variables and parameters of functions be auto, write sqrt(x) without std::, and choose with where(condition, x, y), not with ?:
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Square {
  STENCIL_FUNCTION auto operator()(double x) const { return results(x * x); }
};

void square(CenterField<double>& out, const CenterField<double>& a) { out = columnwise(Square{})(a); }
