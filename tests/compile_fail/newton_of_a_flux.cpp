// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the residual of newton, and the tendency of implicit_step, has its values where the unknown has them, at centers or at faces; of a flux at faces take the divergence, DivergenceF2C()(flux), and bring other values over with InterpolateF2C or InterpolateC2F
#include <stencil/stencil.hpp>

using namespace stencil;

void balance(CenterField<double>& x, const FaceField<double>& w) { newton(x, UpwindBiasedProductC2F()(w, x)); }
