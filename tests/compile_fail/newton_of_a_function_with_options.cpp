// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: newton of a field takes that field and then the residual, an expression of it, newton(x, x * x - q); a function of values it takes inside column functions
#include <stencil/stencil.hpp>

using namespace stencil;

void root(CenterField<double>& x) {
  newton([](auto y) { return y * y - 2.0; }, x, {.most_iterations = 5});
}
