// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a column function works on all levels at once and has no loop over them; what goes from level to level is a march, march(from_top, 0.0, [](auto& state, auto x) { ... }, x), or a column operation, as column_integral(x)
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Total {
  STENCIL_FUNCTION auto operator()(auto x) const {
    auto sum = 0.0 * x;
    for (auto y : x) sum += y;
    return results(sum);
  }
};

void total(CenterField<double>& x) { x = columnwise(Total{})(x); }
