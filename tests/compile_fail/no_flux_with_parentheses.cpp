// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: no_flux is written without parentheses
#include <stencil/stencil.hpp>

using namespace stencil;

void close(CenterField<double>& a, const FaceField<double>& flux) { a = DivergenceF2C(no_flux())(flux); }
