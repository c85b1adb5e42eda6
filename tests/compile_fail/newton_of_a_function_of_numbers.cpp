// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the function given to jacobian, value_and_jacobian or newton takes a value and gives one, or results(...); let its parameter be auto: [&](auto y) { return k * y; }
#include <stencil/stencil.hpp>

using namespace stencil;

struct Roots {
  STENCIL_FUNCTION auto operator()(auto q) const {
    return results(newton([](double x) { return x * x - 2.0; }, q).x);
  }
};

void roots(CenterField<double>& out, const CenterField<double>& q) { out = columnwise(Roots{})(q); }
