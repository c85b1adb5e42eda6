// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: inside a column function results are taken apart by auto [a, b] = f(x), not by std::tie
#include <stencil/stencil.hpp>

using namespace stencil;

struct Powers {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x, x * x * x); }
};
struct Sum {
  STENCIL_FUNCTION auto operator()(auto x) const {
    auto square = x, cube = x;
    std::tie(square, cube) = columnwise(Powers{})(x);
    return results(square + cube);
  }
};

void sum(CenterField<double>& a) { a = columnwise(Sum{})(a); }
