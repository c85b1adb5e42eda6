// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Fields in netCDF files after the CF conventions. Target stencil::netcdf.
#include <stencil/netcdf/input.hpp>
#include <stencil/netcdf/output.hpp>
#include <stencil/netcdf/restart.hpp>
