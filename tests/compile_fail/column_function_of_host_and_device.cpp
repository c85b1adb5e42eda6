// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: host and device fields cannot be arguments of one column function; give them the same backend
#include "another_backend.hpp"

using namespace stencil;

struct Sum {
  STENCIL_FUNCTION auto operator()(auto x, auto y) const { return results(x + y); }
};

auto sum(const CenterField<double>& a, const CenterField<double, another::Backend>& b) {
  return columnwise(Sum{})(a, b);
}
