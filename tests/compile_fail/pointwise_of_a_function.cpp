// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: pointwise takes a lambda or a struct with a call operator; a function is called by one, pointwise([](double x) { return f(x); })
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

double square(double x);

void squares(CenterField<double>& x) { x = pointwise(square)(x); }
