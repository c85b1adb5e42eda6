// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a const field cannot be changed; give a field that is not const for the destination
#include <stencil/stencil.hpp>

using namespace stencil;

void both(const CenterField<double>& a, FaceField<double>& f) { evaluate(into(f, 1.0), into(a, 2.0)); }
