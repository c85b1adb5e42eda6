// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: newton and implicit_step solve for all levels of a column, so their mask has one value per column
#include <stencil/stencil.hpp>

void solve(stencil::CenterField<double>& x) {
  using namespace stencil;
  newton(x, x * x - 2.0, policy().where(x > 0.0));
}
