// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the function given to jacobian, newton or implicit_step does not depend on its parameter, or by conditions alone
#include <stencil/stencil.hpp>

using namespace stencil;

struct Decay {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(solve(identity() - 10.0 * jacobian([&](auto) { return -0.1 * x * x; }, x), x));
  }
};

void decay(CenterField<double>& out, const CenterField<double>& q) { out = columnwise(Decay{})(q); }
