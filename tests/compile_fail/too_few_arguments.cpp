// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this operator takes another number of arguments; its page in docs/operators names them
#include <stencil/stencil.hpp>

using namespace stencil;

auto flux(const CenterField<double>& a) { return UpwindBiasedProductC2F()(a); }
