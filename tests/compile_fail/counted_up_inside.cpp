// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: fields, expressions and values of a column function are not counted up and down; write a += 1
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Count {
  STENCIL_FUNCTION auto operator()(auto x) const {
    ++x;
    return results(x);
  }
};

void count(CenterField<int>& a) { a = columnwise(Count{})(a); }
