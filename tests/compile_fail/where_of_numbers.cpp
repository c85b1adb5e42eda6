// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: where, &&, || and ! take conditions, such as x > 0.0, and integers, true where not zero, but no other numbers; say which numbers are meant
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Drain {
  STENCIL_FUNCTION auto operator()(auto water, auto rate) const { return results(where(water, rate, 0.0)); }
};

void drain(CenterField<double>& a, const CenterField<double>& water) { a = columnwise(Drain{})(water, a); }
