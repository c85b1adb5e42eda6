// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: march_state gives the numbers of a state that is a number, a Vec, a std::array or a plain struct of at most thirty-two numbers
#include <stencil/stencil.hpp>

using namespace stencil;

struct Sums {
  double total;
  double in_thirds[3];
};

void sum(SurfaceField<double>& out, const CenterField<double>& a) {
  out = columnwise([](auto x) {
    auto [total, in_thirds] = march_state(from_bottom, Sums{}, [](auto& s, auto y) { s.total += y; }, x);
    return results(total);
  })(a);
}
