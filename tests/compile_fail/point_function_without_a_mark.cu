// SPDX-License-Identifier: BSD-3-Clause
// expect: this_function_of_yours_needs_STENCIL_FUNCTION
// together: marks
#include <stencil/cuda.hpp>

using namespace stencil;

struct Larger {
  double operator()(double x, double y) const { return x > y ? x : y; }
};
struct LargerOfSquare {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(pointwise(Larger{})(x, x * x)); }
};

void larger(CenterField<double, backend::Cuda>& out, const CenterField<double, backend::Cuda>& a) {
  out = columnwise(LargerOfSquare{})(a);
}
