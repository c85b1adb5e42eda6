// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an array has no arithmetic of its own; inside a column function write a formula for each of its values, each([&](auto x) { return 2.0 * x; }, q), or for one, q[0]; their sum is sum_of(q)
#include <stencil/stencil.hpp>

#include <array>

using namespace stencil;

struct Twice {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(2.0 * q); }
};

void twice(std::array<CenterField<double>, 2>& q) { fields(q) = columnwise(Twice{})(q); }
