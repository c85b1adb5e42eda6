// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: sum_of(q) takes an array of values or fields, std::array or array_of(a, b)
#include <stencil/stencil.hpp>

using namespace stencil;

struct OfOne {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(sum_of(q)); }
};

void assign(CenterField<double>& a, const CenterField<double>& b) { fields(a) = columnwise(OfOne{})(b); }
