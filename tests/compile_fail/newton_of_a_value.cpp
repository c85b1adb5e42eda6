// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: inside a column function newton takes a function, whose zero it finds, and then where it starts: newton([&](auto x) { return x * x - q; }, start)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Roots {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(newton(q * q - 2.0, q).x); }
};

void roots(CenterField<double>& out, const CenterField<double>& q) { out = columnwise(Roots{})(q); }
