// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this operator has no such boundary condition
#include <stencil/stencil.hpp>

using namespace stencil;

auto lower_neighbour() { return LeftBiasedC2F(top(SetValue(0.0))); }
