// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace single_column {

/// The number that takes a value in the units `found` to the units `wanted`; nothing where `found` is no such unit.
/// Wanted are "m", "K", "m s-1", "Pa", "W m-2", "K m s-1", "1", "degrees_north" and "s".
std::optional<double> unit_factor(std::string_view found, std::string_view wanted);

/// "hours since 2000-01-01 10:00:00" in its two parts.
struct TimeUnits {
  double seconds = 1.0;   ///< length of the unit
  std::string reference;  ///< "2000-01-01 10:00:00"
};
std::optional<TimeUnits> parse_time_units(std::string_view units);

/// Seconds since 1970-01-01 of "2000-01-01 10:00:00" or "2000-01-01T10:00:00" or a date alone, Gregorian calendar, UTC.
/// Nothing where anything else follows, such as another time zone.
std::optional<double> parse_date(const std::string& text);

}  // namespace single_column
