// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: no_flux says that no flux passes the ends, which is a matter of the divergence of the flux; give it to DivergenceF2C
#include <stencil/stencil.hpp>

using namespace stencil;

auto limited() { return TVDLimitedFluxC2F(no_flux); }
