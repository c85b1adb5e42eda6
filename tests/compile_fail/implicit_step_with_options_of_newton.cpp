// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the options of Newton's method are a member of its scheme: implicit_step(x, tendency, dt, BackwardEuler{.newton = {.most_iterations = 5}})
#include <stencil/stencil.hpp>

using namespace stencil;

void decay(CenterField<double>& x) { implicit_step(x, -x * x, 0.1, {.most_iterations = 5}); }
