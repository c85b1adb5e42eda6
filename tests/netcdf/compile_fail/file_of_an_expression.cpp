// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a file takes fields and numbers; assign the expression to a field and write that
#include <stencil/netcdf.hpp>
#include <stencil/stencil.hpp>

using namespace stencil;

void save(netcdf::Output& file, const CenterField<double>& t) { file.write(2.0 * t, {.name = "t"}); }
