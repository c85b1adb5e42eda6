// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: heights takes the location whose heights they are, heights(Center{}) or heights(Face{})
#include <stencil/stencil.hpp>

using namespace stencil;

struct Slope {
  STENCIL_FUNCTION auto operator()(auto theta) const { return results(theta / heights(theta)); }
};
void compute(CenterField<double>& slope, const CenterField<double>& theta) {
  fields(slope) = columnwise(Slope{})(theta);
}
