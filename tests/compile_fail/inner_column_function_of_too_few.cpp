// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the column function called here does not take these arguments; its call operator is const and has one parameter of type auto for each argument
#include <stencil/stencil.hpp>

using namespace stencil;

struct Split {
  STENCIL_FUNCTION auto operator()(auto x, auto strength) const { return results(strength * x, x - strength * x); }
};
struct Smooth {
  STENCIL_FUNCTION auto operator()(auto x) const {
    const auto [smooth, rough] = columnwise(Split{})(x);
    return results(smooth, rough);
  }
};

void smooth(CenterField<double>& a, CenterField<double>& b) { fields(a, b) = columnwise(Smooth{})(a); }
