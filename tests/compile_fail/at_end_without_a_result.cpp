// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the function of at_end returns nothing; return a number of the column, or results(...) of several
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Rain {
  STENCIL_FUNCTION auto operator()(auto q) const {
    return results(march(from_top, 0.0, [](auto& s, auto x) { return s += x; }, at_end([](auto& s) { s = 2 * s; }), q));
  }
};

void fall(CenterField<double>& q) { q = columnwise(Rain{})(q); }
