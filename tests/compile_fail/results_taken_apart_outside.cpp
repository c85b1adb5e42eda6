// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: outside of column functions results are not taken apart by auto [a, b] = f(x); assign them to fields, fields(a, b) = f(x), or choose one: result<0>(f(x))
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Powers {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x, x * x * x); }
};

void powers(CenterField<double>& out, const CenterField<double>& a) {
  const auto [square, cube] = columnwise(Powers{})(a);
  out = square + cube;
}
