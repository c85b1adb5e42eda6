// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: bottom and top take the one condition that holds at this end: GradientC2F(bottom(SetValue(0.0)), top(SetValue(1.0)))
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Slope {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(GradientC2F(top(SetValue(0.0), SetValue(1.0)))(x)); }
};

void slope(FaceField<double>& out, const CenterField<double>& a) { out = columnwise(Slope{})(a); }
