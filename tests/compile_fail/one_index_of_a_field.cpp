// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a field has two indices: field(level, column) is one value, at_level(field, k) a level of all columns, field.column(c) the levels of one column, component<0>(field) a component of Vecs; a SurfaceField has one, field(column)
#include <stencil/stencil.hpp>

using namespace stencil;

double lowest(const CenterField<double>& a) { return a(0); }
