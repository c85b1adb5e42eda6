// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cctype>
#include <charconv>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

namespace stencil::netcdf {

/// A year, a month and a day as CF has them, 2000-01-01, and maybe T or Z and what follows.
inline bool is_date(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto whole = [&](int low, int high) {
    int value = 0;
    const auto [after, error] = std::from_chars(at, end, value);
    if (error != std::errc{} || value < low || value > high) return false;
    at = after;
    return true;
  };
  const auto dash = [&] {
    if (at == end || *at != '-') return false;
    ++at;
    return true;
  };
  return whole(-999999, 999999) && dash() && whole(1, 12) && dash() && whole(1, 31) &&
         (at == end || *at == 'T' || *at == 'Z');
}

/// Whether these are units of times after CF 1.10, section 4.4: a unit, "since", a date and maybe a time of day and a
/// zone.
inline bool are_time_units(const std::string& units) {
  std::istringstream words(units);
  std::string unit, since, date, clock;
  words >> unit >> since >> date >> clock;
  for (std::string* word : {&unit, &since}) {
    for (char& letter : *word) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  bool known = false;
  for (const char* name : {"microsecond", "millisecond", "msec", "ms", "second", "sec", "s", "minute", "min", "hour",
                           "hr", "h", "day", "d", "week", "month", "year", "yr", "common_year"})
    known = known || unit == name || unit == std::string(name) + "s";
  const bool has_clock =
      clock.empty() || std::isdigit(static_cast<unsigned char>(clock.front())) != 0 || clock == "UTC" || clock == "Z";
  return known && since == "since" && is_date(date) && has_clock;
}

}  // namespace stencil::netcdf
