// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the condition of where is one of fields or values, as x > 0.0, or isnan(x) without std::; between two values choose by a number with if
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Formula {
  STENCIL_FUNCTION auto operator()(auto x, bool strong) const { return results(where(strong, 2.0 * x, x)); }
};

void apply(CenterField<double>& x, bool strong) { x = columnwise(Formula{})(x, strong); }
