// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>

#include <netcdf.h>

#include <stencil/error.hpp>
#include <stencil/finite.hpp>

namespace stencil::netcdf {

/// What a file says of itself; what is empty is not written.
struct Description {
  /// The attributes of the file in the words of the CF conventions: what is in it, where it was made, by which model,
  /// what was done to it, and where more is to be read.
  /// @{
  std::string title = {};
  std::string institution = {};
  std::string source = {};
  std::string history = {};
  std::string references = {};
  /// @}
  /// "seconds since 2000-01-01 00:00:00": with it fields may be written at several times. What is no unit since a date
  /// is refused.
  std::string time_units = {};
  /// CF's name of the calendar by which times count.
  std::string calendar = "standard";
  /// Of the heights of levels: "height" is above the surface, "altitude" above the geoid.
  std::string height_standard_name = "height";
  /// Ends the long names of heights: "above the ground".
  std::string height_reference = {};
  /// Names of auxiliary coordinates that all fields have, "lat lon"; they are variables written like others.
  std::string coordinates = {};
  /// float and double become float.
  bool single_precision = false;
  /// The level of deflation, 0 (none) to 9.
  int compression = 1;
};

/// The attributes of the file and their names.
inline std::array<std::pair<const char*, std::string>, 5> texts_of(const Description& description) {
  return {{{"title", description.title},
           {"institution", description.institution},
           {"source", description.source},
           {"history", description.history},
           {"references", description.references}}};
}

/// Whether this is the name of an auxiliary coordinate.
inline bool has_coordinate(const Description& description, const std::string& name) {
  return (" " + description.coordinates + " ").find(" " + name + " ") != std::string::npos;
}

/// The times of a file. Each is later than the one before, or each earlier: so CF has coordinates.
class Times {
 public:
  /// Why `time` may not come next; empty if it may.
  std::string objection(double time) const {
    if (!is_finite(time)) return "at_time needs a time, not " + detail::messages::digits_of(time);
    if (time == NC_FILL_DOUBLE)
      return "at_time " + detail::messages::digits_of(time) + ", which netCDF takes for a missing value";
    if (!last_ || (time != *last_ && (way_ == 0 || way(*last_, time) == way_))) return {};
    return "at_time " + detail::messages::digits_of(time) + " comes after " + detail::messages::digits_of(*last_) +
           "; times of a file rise, or fall, from one to the next";
  }
  void add(double time) {
    if (last_) way_ = way(*last_, time);
    last_ = time;
  }

 private:
  static int way(double from, double to) { return to > from ? 1 : -1; }
  std::optional<double> last_;
  int way_ = 0;  // none before the second time
};

}  // namespace stencil::netcdf
