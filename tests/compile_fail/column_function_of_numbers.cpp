// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the column function does not take these arguments; its call operator is const and has one parameter of type auto for each argument
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Square {
  STENCIL_FUNCTION auto operator()(double x) const { return results(x * x); }
};

void square(CenterField<double>& out, const CenterField<double>& a) { out = columnwise(Square{})(a); }
