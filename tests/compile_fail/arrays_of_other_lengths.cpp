// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an array in fields(...) has another length than the array in results(...) whose values it receives; give an array of as many fields
#include <stencil/stencil.hpp>

#include <array>

using namespace stencil;

struct Scaled {
  STENCIL_FUNCTION auto operator()(auto q, auto r) const {
    const auto twice = [](auto x) { return 2.0 * x; };
    return results(each(twice, q), each(twice, r));
  }
};

void scale(std::array<CenterField<double>, 3>& q, std::array<CenterField<double>, 2>& r) {
  fields(r, q) = columnwise(Scaled{})(q, r);
}
