// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: netCDF files hold fields of double, float, int, long and long long, and of Vecs of them
#include <stencil/netcdf.hpp>
#include <stencil/stencil.hpp>

using namespace stencil;

void save(netcdf::Output& file, const ColumnGrid& grid, std::span<const bool> mask) {
  file.write_values<Center>(grid, mask, {"mask"});
}
