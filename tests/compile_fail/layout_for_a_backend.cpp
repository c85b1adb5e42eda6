// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the second parameter of a field is its backend and the third its layout
#include <stencil/stencil.hpp>

using namespace stencil;

double first(const CenterField<double, layout::ColumnsContiguous>& a) { return a(0, 0); }
