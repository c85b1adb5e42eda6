// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an expression refers to the memory of its fields, but this field is a temporary
#include <stencil/stencil.hpp>

using namespace stencil;

auto doubled(const CenterField<double>& x) { return into(CenterField<double>(x.grid()), 2.0 * x); }
