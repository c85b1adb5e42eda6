// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: fields(...) takes the destinations of a column function: fields, wrapped arrays, parts such as at_level(a, k), and arrays or structs of them; an expression or a number is none
#include <stencil/stencil.hpp>

using namespace stencil;

struct Powers {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x, x * x * x); }
};

void both(CenterField<double>& a, CenterField<double>& b) { fields(2.0 * a, b) = columnwise(Powers{})(a); }
