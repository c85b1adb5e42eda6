// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an expression is no destination, nor is a part of a const field
#include <stencil/stencil.hpp>

using namespace stencil;

void stop(const CenterField<Vec<double, 2>>& wind, const CenterField<double>& u) { component<0>(wind) = u; }
