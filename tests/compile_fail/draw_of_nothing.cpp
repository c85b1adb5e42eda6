// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: draw takes an expression, draw(a + b), or a destination and what is written to it, draw(div, a + b)
#include <stencil/stencil.hpp>

using namespace stencil;

void look() { draw(); }
