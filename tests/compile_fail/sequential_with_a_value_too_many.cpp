// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the operation of sequential is called with the state and the values of a level, one of each expression
#include <stencil/stencil.hpp>

using namespace stencil;

void sum(CenterField<double>& out, const CenterField<double>& q) {
  out = columnwise([](auto x) {
    const auto add = sequential([](auto state, auto y, auto) { return state + y; });
    return results(column_accumulate(add, 0.0, as_is, from_top, x));
  })(q);
}
