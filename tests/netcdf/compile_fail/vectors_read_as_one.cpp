// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a field of Vecs is read with one netcdf::Variable for each component: read(wind, {{.name = "u"}, {.name = "v"}})
#include <stencil/netcdf.hpp>
#include <stencil/stencil.hpp>

using namespace stencil;

void load(const netcdf::Input& file, CenterField<Vec<double, 2>>& wind) { file.read(wind, {.name = "wind"}); }
