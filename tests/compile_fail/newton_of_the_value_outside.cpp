// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the function given to jacobian, newton or implicit_step does not depend on its parameter, or by conditions alone
#include <stencil/stencil.hpp>

using namespace stencil;

struct Balance {
  STENCIL_FUNCTION auto operator()(auto t, auto q) const {
    const auto surface = at_level(t, 0);
    return results(newton([&](auto) { return surface * surface - q; }, surface).x);
  }
};

void balance(SurfaceField<double>& out, const CenterField<double>& t, const SurfaceField<double>& q) {
  out = columnwise(Balance{})(t, q);
}
