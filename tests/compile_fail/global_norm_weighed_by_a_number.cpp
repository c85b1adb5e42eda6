// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the weight of global_norm is a field or an expression; multiply the norm by a number afterwards
#include <stencil/stencil.hpp>

using namespace stencil;

auto size(const CenterField<double>& rho) { return global_norm(rho, 0.5); }
