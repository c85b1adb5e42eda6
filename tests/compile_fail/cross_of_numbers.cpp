// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: cross takes horizontal vectors, Vecs of two components, and vertical ones, numbers: at least one of the two is a Vec of two components
#include <stencil/stencil.hpp>

using namespace stencil;

auto turned(const CenterField<double>& u, const CenterField<double>& w) { return cross(u, w); }
