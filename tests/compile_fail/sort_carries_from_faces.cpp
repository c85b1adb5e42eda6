// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: what column_sort_by carries along lives at the location of the key
#include <stencil/stencil.hpp>

using namespace stencil;

void carry(FaceField<double>& f, const CenterField<double>& a) { f = column_sort_by(a, f); }
