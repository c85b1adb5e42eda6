// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: read_restart takes fields and returns their time: double time = read_restart(path, fields...)
#include <stencil/netcdf.hpp>
#include <stencil/stencil.hpp>

using namespace stencil;

void load(double& time, CenterField<double>& t) { netcdf::read_restart("restart.nc", time, t); }
