// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: check_values does not look into column functions; assign their results to fields, and check what is made of those
#include <stencil/stencil.hpp>

using namespace stencil;

struct Root {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(sqrt(x)); }
};

void root(CenterField<double>& a) { assign(a, columnwise(Root{})(a), check_values); }
