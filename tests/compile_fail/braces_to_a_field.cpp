// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: numbers in braces are the levels of a new field
#include <stencil/stencil.hpp>

using namespace stencil;

void set(CenterField<double>& a) { a = {1.0, 2.0}; }
