// SPDX-License-Identifier: BSD-3-Clause
// expect: cannot be used in the template argument type of a __global__ function template instantiation
#include <stencil/cuda.hpp>

using namespace stencil;

void square(CenterField<double, backend::Cuda>& out, const CenterField<double, backend::Cuda>& a) {
  out = pointwise([](double x) { return x * x; })(a);
}
