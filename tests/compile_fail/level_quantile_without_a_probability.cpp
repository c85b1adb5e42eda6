// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: level_quantile takes an expression and a probability
#include <stencil/stencil.hpp>

using namespace stencil;

auto median(const CenterField<double>& a) { return level_quantile(a); }
