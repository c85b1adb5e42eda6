// SPDX-License-Identifier: BSD-3-Clause
// expect: its step takes values from outside as arguments after it
#include <stencil/stencil.hpp>

using namespace stencil;

void sum(CenterField<double>& to, const CenterField<double>& a, const CenterField<double>& b) {
  to = columnwise([](auto x, auto weight) {
    return results(march(from_top, 0.0, [=](auto& s, auto level) { return s += weight * level; }, x));
  })(a, b);
}
