// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a Vec and a number can be multiplied and divided, but not added, compared or chosen between; write the number for each component
#include <stencil/stencil.hpp>

using namespace stencil;

struct Faster {
  STENCIL_FUNCTION auto operator()(auto wind) const {
    auto faster = 2.0 * wind;
    faster += 1.0;
    return results(faster);
  }
};

void faster(CenterField<Vec<double, 2>>& u) { fields(u) = columnwise(Faster{})(u); }
