// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an expression is no destination, nor is a part of a const field
#include <stencil/stencil.hpp>

using namespace stencil;

void warm(const CenterField<double>& a) { at_level(a, 0) = 300.0; }
