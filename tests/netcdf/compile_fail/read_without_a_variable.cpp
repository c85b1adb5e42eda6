// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: read takes a field and then what the file says of it, a netcdf::Variable: read(theta, {.name = "theta", .units = "K"})
#include <stencil/netcdf.hpp>
#include <stencil/stencil.hpp>

using namespace stencil;

void load(const netcdf::Input& file, CenterField<double>& t) { file.read("t", t); }
