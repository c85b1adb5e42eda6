// SPDX-License-Identifier: BSD-3-Clause
// expect: the call operator of a struct is const
#include <stencil/stencil.hpp>

using namespace stencil;

struct Sum {
  double operator()(double& sum, double x) { return sum += x; }
};
struct Sums {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(march(from_top, 0.0, Sum{}, x)); }
};

void sums(CenterField<double>& x) { x = columnwise(Sums{})(x); }
