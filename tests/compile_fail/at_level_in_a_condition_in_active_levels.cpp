// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: at_level needs another level of its column, which this operation does not have at every level
#include <stencil/stencil.hpp>

using namespace stencil;

void close(CenterField<double>& out, const FaceField<double>& f, const CenterField<double>& a) {
  assign(out, DivergenceF2C(bottom(SetValue(at_level(a, 0))))(f), active_levels(1, 3));
}
