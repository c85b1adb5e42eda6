// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this column function has several results; assign them together, as in fields(a, b) = f(x), or choose one: result<0>(f(x))
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Powers {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x, x * x * x, x * x * x * x); }
};

void twice(CenterField<double>& out, const CenterField<double>& a) { out = 2.0 * columnwise(Powers{})(a); }
