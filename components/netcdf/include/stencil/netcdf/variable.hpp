// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace stencil::netcdf {

/// A variable of a file in CF's words; what is empty is not written, and not looked at in reading. Standard names are
/// those of CF's table, which go with units.
struct Variable {
  std::string name = {};
  std::string units = {};
  std::string standard_name = {};
  std::string long_name = {};
  std::string cell_methods = {};
};

}  // namespace stencil::netcdf
