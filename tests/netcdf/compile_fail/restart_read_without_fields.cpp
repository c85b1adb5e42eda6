// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: read_restart(path, fields...) needs a field, which it reads
#include <stencil/netcdf.hpp>
#include <stencil/stencil.hpp>

using namespace stencil;

double load() { return netcdf::read_restart("restart.nc"); }
