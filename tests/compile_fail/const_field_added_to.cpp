// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a const field cannot be changed
#include <stencil/stencil.hpp>

using namespace stencil;

void add(const CenterField<double>& a) { a += 1.0; }
