// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: histogram takes the edges of its bins, ascending
#include <stencil/stencil.hpp>

using namespace stencil;

auto count(const CenterField<double>& a) { return histogram(a); }
