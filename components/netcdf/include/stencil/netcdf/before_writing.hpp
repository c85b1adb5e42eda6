// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <netcdf.h>

#include <stencil/grid.hpp>
#include <stencil/netcdf/description.hpp>
#include <stencil/netcdf/file.hpp>
#include <stencil/netcdf/making.hpp>
#include <stencil/netcdf/time_units.hpp>
#include <stencil/netcdf/values.hpp>
#include <stencil/netcdf/variable.hpp>

/// What is looked at before a file, a variable or a number is written.
namespace stencil::netcdf {

/// Refuses a description that no file can have before there is a file.
inline std::unique_ptr<Making> looked_at(std::unique_ptr<Making> making, const Description& description) {
  const std::string& units = description.time_units;
  if (!units.empty() && !are_time_units(units))
    making->reject("time_units '" + units + "' are no units of times; write \"seconds since 2000-01-01 00:00:00\"");
  if (description.compression < 0 || description.compression > 9)
    making->reject("compression " + std::to_string(description.compression) +
                   " is no level of deflation, which are 0 (none) to 9");
  return making;
}

/// Whether Output itself has a dimension or a variable of this name, of heights that columns share or have for
/// themselves.
inline bool is_of_grid(const std::string& name, bool heights_per_column) {
  if (name == names::level<Center> || name == names::level<Face>) return true;
  if (!heights_per_column) return name == names::bounds_of(names::level<Center>);
  return name == names::height<Center> || name == names::height<Face> ||
         name == names::bounds_of(names::height<Center>);
}

/// The number that netCDF takes for a gap.
template <class T>
inline constexpr T gap = static_cast<T>(NC_FILL_DOUBLE);
template <>
inline constexpr float gap<float> = NC_FILL_FLOAT;
template <>
inline constexpr int gap<int> = NC_FILL_INT;
template <>
inline constexpr long gap<long> = sizeof(long) == sizeof(int) ? NC_FILL_INT : static_cast<long>(NC_FILL_INT64);
template <>
inline constexpr long long gap<long long> = NC_FILL_INT64;

/// " holds 9.96921e+36, which ..." where one of the numbers, in the file maybe rounded to float, would be read as a
/// gap; empty where none is.
template <class T>
std::string objection_to_gaps(std::span<const T> values, bool as_float) {
  const auto is_gap = [&](T value) {
    if constexpr (std::is_same_v<T, double>) {
      // What is no number of float netCDF refuses.
      if (as_float) return value > 9e36 && value < 1e37 && static_cast<float>(value) == gap<float>;
    }
    return value == gap<T>;
  };
  const auto found = std::find_if(values.begin(), values.end(), is_gap);
  if (found == values.end()) return {};
  return " holds " + written(*found) + ", which netCDF takes for a missing value";
}

/// The variable of the heights of levels.
template <class Location>
Variable variable_of_heights(const ColumnGrid& grid, const Description& description) {
  constexpr bool faces = std::is_same_v<Location, Face>;
  const std::string& reference = description.height_reference;
  return {
      grid.heights_per_column() ? names::height<Location> : names::level<Location>, "m",
      description.height_standard_name,
      std::string("height of the cell ") + (faces ? "faces" : "centers") + (reference.empty() ? "" : " ") + reference};
}

/// Values as the library computes with them: the highest face of a ring is the lowest, whatever stands there. `kept` is
/// where they lie if they are not in place.
template <class Location, class T>
std::span<const T> as_computed(const ColumnGrid& grid, std::span<const T> values, std::vector<T>& kept) {
  if (!grid.periodic() || !std::is_same_v<Location, Face>) return values;
  kept.assign(values.begin(), values.end());
  const auto rows = static_cast<std::size_t>(grid.size(Face{}));
  for (std::size_t first = 0; first < kept.size(); first += rows) kept[first + rows - 1] = kept[first];
  return kept;
}

}  // namespace stencil::netcdf
