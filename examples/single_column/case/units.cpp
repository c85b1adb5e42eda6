// SPDX-License-Identifier: BSD-3-Clause
#include "units.hpp"

#include <array>
#include <chrono>
#include <cstdio>

namespace single_column {
namespace {

struct Spelling {
  std::string_view wanted;
  std::string_view found;
  double factor;
};

constexpr std::array spellings{
    Spelling{"m", "m", 1.0},
    Spelling{"m", "meter", 1.0},
    Spelling{"m", "meters", 1.0},
    Spelling{"m", "metre", 1.0},
    Spelling{"m", "metres", 1.0},
    Spelling{"m", "km", 1000.0},
    Spelling{"K", "K", 1.0},
    Spelling{"K", "kelvin", 1.0},
    Spelling{"K", "Kelvin", 1.0},
    Spelling{"m s-1", "m s-1", 1.0},
    Spelling{"m s-1", "m/s", 1.0},
    Spelling{"m s-1", "m s^-1", 1.0},
    Spelling{"m s-1", "m s**-1", 1.0},
    Spelling{"m s-1", "m.s-1", 1.0},
    Spelling{"Pa", "Pa", 1.0},
    Spelling{"Pa", "pascal", 1.0},
    Spelling{"Pa", "hPa", 100.0},
    Spelling{"W m-2", "W m-2", 1.0},
    Spelling{"W m-2", "W/m2", 1.0},
    Spelling{"W m-2", "W m^-2", 1.0},
    Spelling{"W m-2", "W m**-2", 1.0},
    Spelling{"K m s-1", "K m s-1", 1.0},
    Spelling{"K m s-1", "m K s-1", 1.0},
    Spelling{"K m s-1", "K m/s", 1.0},
    Spelling{"1", "1", 1.0},
    Spelling{"1", "kg kg-1", 1.0},
    Spelling{"1", "kg/kg", 1.0},
    Spelling{"1", "g kg-1", 0.001},
    Spelling{"degrees_north", "degrees_north", 1.0},
    Spelling{"degrees_north", "degree_north", 1.0},
    Spelling{"degrees_north", "degrees_N", 1.0},
    Spelling{"degrees_north", "degrees", 1.0},
    Spelling{"s", "s", 1.0},
    Spelling{"s", "second", 1.0},
    Spelling{"s", "seconds", 1.0},
    Spelling{"s", "minutes", 60.0},
    Spelling{"s", "hours", 3600.0},
    Spelling{"s", "hour", 3600.0},
    Spelling{"s", "h", 3600.0},
    Spelling{"s", "days", 86400.0},
};

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

std::optional<double> unit_factor(std::string_view found, std::string_view wanted) {
  for (const Spelling& s : spellings) {
    if (s.wanted == wanted && s.found == trimmed(found)) return s.factor;
  }
  return std::nullopt;
}

std::optional<TimeUnits> parse_time_units(std::string_view units) {
  constexpr std::string_view since = " since ";
  const auto at = units.find(since);
  if (at == std::string_view::npos) return std::nullopt;
  const auto factor = unit_factor(units.substr(0, at), "s");
  const std::string reference(trimmed(units.substr(at + since.size())));
  if (!factor || !parse_date(reference)) return std::nullopt;
  return TimeUnits{*factor, reference};
}

std::optional<double> parse_date(const std::string& text) {
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  int hour = 0;
  int minute = 0;
  double second = 0.0;
  char separator = ' ';
  const int parts =
      std::sscanf(text.c_str(), "%d-%u-%u%c%d:%d:%lf", &year, &month, &day, &separator, &hour, &minute, &second);
  const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month{month}, std::chrono::day{day}};
  const bool separated = parts == 3 || separator == ' ' || separator == 'T';
  if (parts < 3 || !date.ok() || !separated) return std::nullopt;
  const std::chrono::sys_days midnight{date};
  return 86400.0 * static_cast<double>(midnight.time_since_epoch().count()) + 3600.0 * hour + 60.0 * minute + second;
}

}  // namespace single_column
