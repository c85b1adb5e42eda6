// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: at_height takes a value of float or double, or of Vecs of them, at centers or faces
#include <stencil/stencil.hpp>

using namespace stencil;

void move(CenterField<int>& a, const CenterField<double>& z) { a = at_height(a, z); }
