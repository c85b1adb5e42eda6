// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the operation of sequential starts from an integer but gives a number with a fraction, which the state would lose; start from 0.0 in place of 0
#include <stencil/stencil.hpp>

using namespace stencil;

struct Sum {
  STENCIL_FUNCTION auto operator()(auto sum, auto x) const { return sum + x; }
};

void add_up(CenterField<double>& a) { a = column_accumulate(sequential(Sum{}), 0, as_is, from_bottom, 0.3 * a); }
