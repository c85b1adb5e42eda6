// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the fields of this array or struct end with the statement, and a column function refers to their memory; give it a name first
#include <stencil/stencil.hpp>

#include <array>

using namespace stencil;

struct Sum {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(q[0] + q[1]); }
};

std::array<CenterField<double>, 2> tracers();

void add(CenterField<double>& sum) { sum = columnwise(Sum{})(tracers()); }
