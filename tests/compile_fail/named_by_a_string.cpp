// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: named takes a value and then its name, a literal, which device code has too
#include <string>

#include <stencil/stencil.hpp>

using namespace stencil;

struct Twice {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(named(2.0 * q, std::string("twice"))); }
};

void twice(CenterField<double>& q) { q = columnwise(Twice{})(q); }
