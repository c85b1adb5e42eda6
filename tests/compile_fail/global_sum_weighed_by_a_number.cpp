// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the weight of global_sum is a field or an expression; multiply the sum by a number afterwards
#include <stencil/stencil.hpp>

using namespace stencil;

auto mass(const CenterField<double>& rho) { return global_sum(rho, 0.5); }
