// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a field or an expression has a value at every position and is no number; write sqrt(a) without std::
#include <stencil/stencil.hpp>

#include <cmath>

using namespace stencil;

void root(CenterField<double>& a) { a = std::sqrt(a); }
