// SPDX-License-Identifier: BSD-3-Clause
// expect: calling a __host__ function("table(double)") from a __host__ __device__ function
// with: -Werror all-warnings
#include <stencil/stencil.hpp>

#include <stencil/cuda.hpp>

using namespace stencil;

double table(double x);
// The compiler's warning of such a call is for its writer to see.
struct FromTable {
  STENCIL_FUNCTION double operator()(double x) const { return table(x); }
};

void look_up(CenterField<double, backend::Cuda>& out, const CenterField<double, backend::Cuda>& a) {
  out = pointwise(FromTable{})(a);
}
