// SPDX-License-Identifier: BSD-3-Clause
// expect: this_function_of_yours_needs_STENCIL_FUNCTION
// together: marks
#include <stencil/cuda.hpp>

using namespace stencil;

struct Square {
  auto operator()(auto x) const { return results(x * x); }
};
struct Fourth {
  STENCIL_FUNCTION auto operator()(auto x) const {
    const auto square = columnwise(Square{});
    return results(square(square(x)));
  }
};

void fourth(CenterField<double, backend::Cuda>& out, const CenterField<double, backend::Cuda>& a) {
  out = columnwise(Fourth{})(a);
}
