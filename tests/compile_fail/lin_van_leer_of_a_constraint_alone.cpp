// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: LinVanLeerC2F takes the time step [s] that its fluxes are for before the constraint
#include <stencil/stencil.hpp>

using namespace stencil;

void transport(FaceField<double>& flux, const FaceField<double>& w, const CenterField<double>& x) {
  flux = LinVanLeerC2F(constraint::MonotoneHarmonic{})(w, x);
}
