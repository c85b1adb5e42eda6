// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an expression refers to the memory of its fields, but this field is a temporary, which ends with the statement; give it a name first
#include <stencil/stencil.hpp>

using namespace stencil;

void add(CenterField<double>& a) { a = CenterField<double>(a.grid()) + a; }
