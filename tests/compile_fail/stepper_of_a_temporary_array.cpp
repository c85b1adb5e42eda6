// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a stepper refers to its fields, but this array or struct of fields is a temporary; give it a name first
#include <stencil/stencil.hpp>

#include <array>

using namespace stencil;

std::array<CenterField<double>, 2> tracers();

void advance() { SSPRK33 step(tracers()); }
