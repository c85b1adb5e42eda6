// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: netCDF files hold fields of double, float, int, long and long long, and of Vecs of them; others, such as truth values, are first assigned to one of these
#include <stencil/netcdf.hpp>
#include <stencil/stencil.hpp>

using namespace stencil;

void load(const netcdf::Input& file, CenterField<short>& kind) { file.read(kind, {.name = "kind"}); }
