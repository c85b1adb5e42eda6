// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this operator takes values at faces, but was given values at centers
#include <stencil/stencil.hpp>

using namespace stencil;

auto divergence(const CenterField<double>& a) { return DivergenceF2C()(a); }
