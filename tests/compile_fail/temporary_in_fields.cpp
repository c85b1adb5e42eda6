// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an expression refers to the memory of its fields, but this field is a temporary
#include <stencil/stencil.hpp>

using namespace stencil;

struct Powers {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x, x * x * x); }
};

void cube(CenterField<double>& a) { fields(CenterField<double>(a.grid()), a) = columnwise(Powers{})(a); }
