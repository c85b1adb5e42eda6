// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace stencil::netcdf {

/// What a file says of itself; what is empty is not written.
struct Description {
  std::string title = {};
  std::string institution = {};
  std::string source = {};
  std::string history = {};
  std::string references = {};
  /// "seconds since 2000-01-01 00:00:00": with it fields may be written at several times.
  std::string time_units = {};
  std::string calendar = "standard";
  /// Of the heights of levels: "height" is above the surface, "altitude" above the geoid.
  std::string height_standard_name = "height";
  /// Ends the long names of heights: "above the ground".
  std::string height_reference = {};
  /// Names of auxiliary coordinates that all fields have, "lat lon"; they are variables written like others.
  std::string coordinates = {};
  /// float and double become float.
  bool single_precision = false;
  /// 0 to 9.
  int compression = 1;
};

}  // namespace stencil::netcdf
