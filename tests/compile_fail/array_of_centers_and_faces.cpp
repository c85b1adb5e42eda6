// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the values of an array are at one location, of one type of numbers, and expressions of one kind; put others together as together(a, b)
#include <stencil/stencil.hpp>

#include <array>

using namespace stencil;

struct Both {
  STENCIL_FUNCTION auto operator()(auto q, auto w) const { return results(array_of(2.0 * q, 2.0 * w)); }
};

void scale(CenterField<double>& q, FaceField<double>& w) { fields(q, w) = columnwise(Both{})(q, w); }
