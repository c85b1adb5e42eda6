// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: = and += change no value that is const or a temporary; a parameter of a column function that is changed is taken by value, auto x, not by auto& x
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Twice {
  STENCIL_FUNCTION auto operator()(auto& x) const {
    x *= 2.0;
    return results(x);
  }
};

void twice(CenterField<double>& x) { x = columnwise(Twice{})(x); }
