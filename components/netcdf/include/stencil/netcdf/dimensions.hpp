// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <stencil/netcdf/file.hpp>

/// Which dimension of a variable counts what.
namespace stencil::netcdf {

using Dimensions = std::vector<OpenFile::Dimension>;

inline bool has_time(const Dimensions& dimensions) {
  return !dimensions.empty() && dimensions.front().name == names::time;
}

/// The coordinate of a dimension: the variable of its name that has this dimension alone.
inline std::optional<int> coordinate(const OpenFile& file, const std::string& dimension) {
  const auto id = file.find(dimension);
  if (!id) return std::nullopt;
  const Dimensions shape = file.dimensions(*id);
  return shape.size() == 1 && shape.front().name == dimension ? id : std::nullopt;
}

enum class Counts { levels, columns, unknown };

inline bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}
/// By the name of a dimension alone, as models have it: "lev", or "height_2".
inline Counts counts_by_name(std::string name) {
  std::size_t end = name.size();
  while (end > 0 && std::isdigit(static_cast<unsigned char>(name[end - 1])) != 0) --end;
  if (end > 1 && end < name.size() && name[end - 1] == '_') name.resize(end - 1);
  for (char& letter : name) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  if (is_one_of(name, {names::level<Center>, names::level<Face>, "height", "altitude", "depth", "lev", "ilev", "level",
                       "levels", "plev", "layer", "model_level_number"}))
    return Counts::levels;
  if (is_one_of(name, {names::column, "columns", "col", "ncol", "cell", "cells", "ncells", "x", "y", "lat", "lon",
                       "latitude", "longitude", "rlat", "rlon"}))
    return Counts::columns;
  return Counts::unknown;
}
/// By CF's standard name of a coordinate; those of appendix D end in "_coordinate".
inline Counts counts_by_standard_name(const std::string& name) {
  const auto begins = [&](std::string_view word) { return name.compare(0, word.size(), word) == 0; };
  const auto ends = [&](std::string_view word) {
    return name.size() >= word.size() && name.compare(name.size() - word.size(), word.size(), word) == 0;
  };
  if (begins("projection_") || ends("latitude") || ends("longitude")) return Counts::columns;
  if (begins("height") || begins("altitude") || begins("depth") || ends("geopotential_height") ||
      is_one_of(name, {"air_pressure", "sea_water_pressure", "model_level_number"}) ||
      ((begins("atmosphere_") || begins("ocean_")) && ends("_coordinate")))
    return Counts::levels;
  return Counts::unknown;
}
/// What a dimension counts, after CF 1.10, chapter 4, where it has a coordinate that says so, else by its name.
inline Counts counts(const OpenFile& file, const std::string& dimension) {
  if (const auto id = coordinate(file, dimension)) {
    const std::string axis = file.text(*id, "axis").value_or("");
    if (file.text(*id, "positive") || axis == "Z") return Counts::levels;
    if (axis == "X" || axis == "Y") return Counts::columns;
    const std::string units = file.text(*id, "units").value_or("");
    if (is_one_of(units, {"Pa", "hPa", "kPa", "mb", "mbar", "millibar", "millibars", "bar", "dbar", "decibar"}))
      return Counts::levels;
    if (units.compare(0, 8, "degrees_") == 0 || units.compare(0, 7, "degree_") == 0) return Counts::columns;
    const Counts by_standard_name = counts_by_standard_name(file.text(*id, "standard_name").value_or(""));
    if (by_standard_name != Counts::unknown) return by_standard_name;
  }
  return counts_by_name(dimension);
}

/// The order of the two dimensions of a variable, or the one of a variable that has one.
struct Order {
  bool across = false;         ///< (level, column)
  std::string objection = {};  ///< why there is none, to follow the shape of the variable; empty if there is one
};
/// Of (column, level) or (level, column). What no coordinate and no name tells, the lengths do.
inline Order order_of_two(const OpenFile& file, const Dimensions& two, std::size_t columns, std::size_t levels) {
  const Counts first = counts(file, two[0].name), last = counts(file, two[1].name);
  if (first == Counts::unknown && last == Counts::unknown) {
    if (columns != levels || levels == 1) return {two[0].length == levels && two[1].length == columns};
    return {false,
            " may be (column, level) or (level, column), which are as long here; give the coordinate of the "
            "levels axis = \"Z\", or name a dimension 'z' or 'column'"};
  }
  if (first == last) {
    return {false, std::string(" has ") + (first == Counts::levels ? "levels" : "columns") +
                       " along both of its dimensions, by their coordinates or their names"};
  }
  return {first == Counts::levels || last == Counts::columns};
}
/// Why the one dimension of a variable cannot count columns, or with `of_levels` levels; empty if it can.
inline std::string objection_to_one(const OpenFile& file, const std::string& dimension, bool of_levels) {
  if (counts(file, dimension) != (of_levels ? Counts::columns : Counts::levels)) return {};
  return std::string(" has ") + (of_levels ? "columns" : "levels") + " along '" + dimension + "', and";
}

}  // namespace stencil::netcdf
