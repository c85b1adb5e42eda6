// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: jvp(e, wrt(x), dx) is differentiated again by x, or a field of the same type, alone; by another field write the first derivative as a formula, or assign it to a field, which is constant
#include <stencil/stencil.hpp>

using namespace stencil;

struct Two {
  STENCIL_FUNCTION auto operator()(auto x, auto s) const { return results(s * x * x, column_sum(s * x)); }
};

void f(CenterField<double>& out, SurfaceField<double>& sum, const CenterField<double>& x,
       const SurfaceField<double>& s) {
  fields(out, sum) = jvp(jvp(columnwise(Two{})(x, s), wrt(x), x), wrt(s), s);
}
