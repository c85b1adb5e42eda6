// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this operator takes values at faces
#include <stencil/stencil.hpp>

using namespace stencil;

auto flux(const FaceField<double>& w, const CenterField<double>& a) { return UpwindBiasedProductC2F()(a, w); }
