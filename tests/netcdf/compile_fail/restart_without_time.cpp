// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: write_restart takes the time of the fields in s before them: write_restart(path, time, fields...), all of them fields
#include <stencil/netcdf.hpp>
#include <stencil/stencil.hpp>

using namespace stencil;

void save(const CenterField<double>& t, const FaceField<double>& w) { netcdf::write_restart("restart.nc", t, w); }
