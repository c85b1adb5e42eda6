// SPDX-License-Identifier: BSD-3-Clause
// expect: this_function_of_yours_needs_STENCIL_FUNCTION
// together: marks
#include <stencil/cuda.hpp>

using namespace stencil;

struct Halving {
  double operator()(double state, double x) const { return state / 2 + x; }
};

void halve(SurfaceField<double, backend::Cuda>& out, const CenterField<double, backend::Cuda>& a) {
  out = column_reduce(sequential(Halving{}), 0.0, as_is, from_bottom, a);
}
