// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: solve takes a band matrix, band(lower, diagonal, upper) or one made by jacobian(f, x), and then the right side; with what factorize(A) gives it is lu.solve(b)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Smooth {
  STENCIL_FUNCTION auto operator()(auto q) const {
    const auto lu = factorize(band(-1.0, 4.0 + 0.0 * q, -1.0));
    return results(solve(lu, q));
  }
};

void smooth(CenterField<double>& q) { q = columnwise(Smooth{})(q); }
