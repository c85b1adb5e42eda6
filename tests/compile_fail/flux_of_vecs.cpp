// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this operator compares values, so that it takes numbers and no Vecs
#include <stencil/stencil.hpp>

using namespace stencil;

void carry(FaceField<Vec<double, 2>>& out, const FaceField<double>& w, const CenterField<Vec<double, 2>>& u) {
  out = WENO5ProductC2F()(w, u);
}
