// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a const field cannot be changed; give a field that is not const for the destination
#include <stencil/stencil.hpp>

using namespace stencil;

struct Powers {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x, x * x * x); }
};

void both(const CenterField<double>& a, CenterField<double>& b) { fields(a, b) = columnwise(Powers{})(b); }
