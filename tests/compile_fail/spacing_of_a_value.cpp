// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: spacing takes the location whose spacing it is, spacing(Center{}) or spacing(Face{})
#include <stencil/stencil.hpp>

using namespace stencil;

struct Slope {
  STENCIL_FUNCTION auto operator()(auto theta) const { return results(theta / spacing(theta)); }
};
void compute(CenterField<double>& slope, const CenterField<double>& theta) {
  fields(slope) = columnwise(Slope{})(theta);
}
