// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this operator has no such boundary condition; the page of the operator in docs/operators lists those it accepts
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

auto divergence() { return DivergenceF2C(bottom(SetGradient(0.0))); }
