// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the function that each calls returns a value
#include <array>

#include <stencil/stencil.hpp>

using namespace stencil;

struct Doubled {
  STENCIL_FUNCTION auto operator()(auto q) const {
    return results(each([](auto x) { x += x; }, q));
  }
};

void doubled(std::array<CenterField<double>, 2>& q) { fields(q) = columnwise(Doubled{})(q); }
