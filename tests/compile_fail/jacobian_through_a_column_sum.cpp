// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a Jacobian through a sum, a running value, a march, a solve or at_level is no band matrix; take jvp, or compute that part before and give it as an argument
#include <stencil/stencil.hpp>

using namespace stencil;

struct Anomaly {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x - column_integral(x)); }
};

void derive(CenterField<double>& x, const CenterField<double>& a) {
  x = jacobian(columnwise(Anomaly{})(a), wrt(a)) * a;
}
