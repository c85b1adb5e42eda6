// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: transpose takes a matrix
#include <stencil/stencil.hpp>

using namespace stencil;

void turn(CenterField<double>& out, const CenterField<double>& a) { out = transpose(a); }
