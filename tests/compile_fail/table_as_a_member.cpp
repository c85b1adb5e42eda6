// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a table cannot be copied; a column function has its view() as a member
#include <vector>

#include <stencil/stencil.hpp>

using namespace stencil;

template <class Speed>
struct Fallout {
  Speed speed;
  STENCIL_FUNCTION auto operator()(auto q) const { return results(q * speed(q)); }
};

void fall(CenterField<double>& q) {
  const auto speed = table(std::vector<double>{0.0, 1.0}, std::vector<double>{0.0, 4.0});
  q = columnwise(Fallout<decltype(speed)>{speed})(q);
}
