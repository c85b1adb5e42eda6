// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an expression refers to the memory of its fields, but this field is a temporary
#include <stencil/stencil.hpp>

using namespace stencil;

SurfaceField<double> surface_flux();

auto divergence() { return DivergenceF2C(bottom(SetValue(surface_flux()))); }
