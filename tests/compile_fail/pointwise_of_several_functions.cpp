// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: pointwise takes a lambda or a struct with a call operator, not a name of several functions
#include <cmath>

#include <stencil/stencil.hpp>

using namespace stencil;

void raise(CenterField<double>& a, const CenterField<double>& b) { a = pointwise(std::exp)(b); }
