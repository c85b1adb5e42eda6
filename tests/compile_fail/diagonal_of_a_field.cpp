// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: diagonal_of takes a matrix
#include <stencil/stencil.hpp>

using namespace stencil;

void take(CenterField<double>& out, const CenterField<double>& a) { out = diagonal_of(a); }
