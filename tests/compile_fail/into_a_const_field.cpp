// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a const field cannot be changed; give a field that is not const for the destination
#include <stencil/stencil.hpp>

using namespace stencil;

void warm(const CenterField<double>& a, CenterField<double>& b) { evaluate(into(a, b + 1.0), into(b, a)); }
