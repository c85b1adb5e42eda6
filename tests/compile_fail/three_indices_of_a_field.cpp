// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a field has two indices: field(level, column) is one value, at_level(field, k) a level of all columns
#include <stencil/stencil.hpp>

using namespace stencil;

double value(const CenterField<double>& a) { return a(1, 2, 3); }
