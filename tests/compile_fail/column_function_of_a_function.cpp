// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: columnwise takes an object whose call operator has parameters of type auto, a lambda or a struct; a function of numbers is called at every position by pointwise([](double x) { return f(x); })
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

double square(double x);

void squares(CenterField<double>& x) { x = columnwise(square)(x); }
