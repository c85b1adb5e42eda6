// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace stencil::netcdf {

/// A variable of a file in CF's words; what is empty is not written, and not looked at in reading. Standard names are
/// those of CF's table, which go with units.
struct Variable {
  std::string name = {};           ///< that of the variable in the file
  std::string units = {};          ///< as UDUNITS spells them, "kg m-3"
  std::string standard_name = {};  ///< "air_potential_temperature"
  std::string long_name = {};      ///< what people read
  std::string cell_methods = {};   ///< "time: mean"
};

}  // namespace stencil::netcdf
