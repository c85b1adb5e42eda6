// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: netCDF files hold fields of double, float, int, long and long long, and of Vecs of them; others, such as truth values, are first assigned to one of these
#include <stencil/netcdf.hpp>
#include <stencil/stencil.hpp>

using namespace stencil;

void save(const CenterField<bool>& wet) { netcdf::write_restart("restart.nc", 0.0, wet); }
