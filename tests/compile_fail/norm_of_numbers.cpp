// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: dot and norm take Vecs
#include <stencil/stencil.hpp>

using namespace stencil;

void size(CenterField<double>& a) { a = norm(a); }
