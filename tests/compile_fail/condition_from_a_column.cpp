// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the value of a boundary condition is one per column
#include <stencil/stencil.hpp>

using namespace stencil;

auto divergence(const FaceField<double>& f) { return DivergenceF2C(bottom(SetValue(f))); }
