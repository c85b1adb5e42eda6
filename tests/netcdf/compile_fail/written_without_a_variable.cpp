// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: write takes a field or a number and then what the file says of it, a netcdf::Variable: write(theta, {.name = "theta", .units = "K"})
#include <stencil/netcdf.hpp>
#include <stencil/stencil.hpp>

using namespace stencil;

void save(netcdf::Output& file, const CenterField<double>& t) { file.write(t, "t"); }
