// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: write_restart(path, time, fields...) needs a field, of whose grid the file is
#include <stencil/netcdf.hpp>
#include <stencil/stencil.hpp>

using namespace stencil;

void save(double time) { netcdf::write_restart("restart.nc", time); }
