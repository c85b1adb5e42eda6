// SPDX-License-Identifier: BSD-3-Clause
// expect: this_function_of_yours_needs_STENCIL_FUNCTION
// together: marks
#include <stencil/cuda.hpp>

using namespace stencil;

struct Square {
  template <class X>
  X operator()(const X& x) const {
    return x * x;
  }
};

void square(CenterField<double, backend::Cuda>& out, const CenterField<double, backend::Cuda>& a) {
  out = 1.0 + pointwise(Square{})(a);
}
