// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: inside a column function jacobian takes a function, which it calls with x: jacobian([&](auto y) { return k * y; }, x)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Roots {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(jacobian(q * q, q) * q); }
};

void roots(CenterField<double>& out, const CenterField<double>& q) { out = columnwise(Roots{})(q); }
