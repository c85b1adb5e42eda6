// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a field of Vecs is written with one netcdf::Variable for each component: write(wind, {{.name = "u"}, {.name = "v"}})
#include <stencil/netcdf.hpp>
#include <stencil/stencil.hpp>

using namespace stencil;

void save(netcdf::Output& file, const CenterField<Vec<double, 2>>& wind) { file.write(wind, {.name = "wind"}); }
