// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: each(f, q, w) takes arrays that have as many values as each other, and at least one
#include <stencil/stencil.hpp>

#include <array>

using namespace stencil;

struct Sums {
  STENCIL_FUNCTION auto operator()(auto q, auto r) const {
    return results(each([](auto x, auto y) { return x + y; }, q, r));
  }
};

void add(std::array<CenterField<double>, 3>& q, std::array<CenterField<double>, 2>& r) {
  fields(q) = columnwise(Sums{})(q, r);
}
