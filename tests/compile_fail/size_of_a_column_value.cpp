// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a value in a column function has all levels of a column, whose number it does not tell; count levels by column_sum(level_index(Center{}) >= 0), and go through them by a march
#include <stencil/stencil.hpp>

using namespace stencil;

struct Mean {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(column_sum(x) / x.size()); }
};

void mean(SurfaceField<double>& s, const CenterField<double>& a) { s = columnwise(Mean{})(a); }
