// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the third argument of remap says how cells are filled
#include <stencil/stencil.hpp>

using namespace stencil;

void move(CenterField<double>& to, const CenterField<double>& from) {
  to = remap(from.grid(), to.grid(), interpolation::Cubic{})(from);
}
