// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: newton takes after the residual its options, by their names, and then maybe a policy
#include <stencil/stencil.hpp>

using namespace stencil;

void root(CenterField<double>& x, const SurfaceField<int>& floor) {
  newton(x, x * x - 2.0, active_levels(floor, 5), {.most_iterations = 5});
}
