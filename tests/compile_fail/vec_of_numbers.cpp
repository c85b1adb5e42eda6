// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: vec joins expressions, among which numbers may be: vec(u, 0.0); a Vec of numbers alone is Vec{1.0, 2.0}
#include <stencil/stencil.hpp>

using namespace stencil;

void still(CenterField<Vec<double, 2>>& u) { u = vec(1.0, 2.0); }
