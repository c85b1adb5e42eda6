// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: PPMC2F needs the time step [s] that its fluxes are for
#include <stencil/stencil.hpp>

using namespace stencil;

auto limited() { return PPMC2F(); }
