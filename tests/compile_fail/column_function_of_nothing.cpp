// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a column function has at least one argument, a field whose columns it works on
#include <stencil/stencil.hpp>

using namespace stencil;

void heights_of(CenterField<double>& z) {
  z = columnwise([] { return results(heights(Center{})); })();
}
