// SPDX-License-Identifier: BSD-3-Clause
#include "units.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <system_error>

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
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto whole = [&](int low, int high) -> std::optional<int> {
    int value = 0;
    const auto [after, error] = std::from_chars(at, end, value);
    if (error != std::errc{} || value < low || value > high) return std::nullopt;
    at = after;
    return value;
  };
  const auto sign = [&](std::string_view any) {
    const bool found = at != end && any.find(*at) != std::string_view::npos;
    if (found) ++at;
    return found;
  };

  const auto year = whole(0, 9999);
  const auto month = year && sign("-") ? whole(1, 12) : std::nullopt;
  const auto day = month && sign("-") ? whole(1, 31) : std::nullopt;
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{*year}, std::chrono::month{static_cast<unsigned>(*month)},
                                         std::chrono::day{static_cast<unsigned>(*day)}};
  if (!date.ok()) return std::nullopt;
  double seconds = 0.0;
  if (at != end && *at != 'Z') {
    const auto hour = sign(" T") ? whole(0, 24) : std::nullopt;
    if (!hour) return std::nullopt;
    seconds = 3600.0 * *hour;
    if (sign(":")) {
      const auto minute = whole(0, 59);
      if (!minute) return std::nullopt;
      seconds += 60.0 * *minute;
      if (sign(":")) {
        const auto second = whole(0, 60);
        if (!second) return std::nullopt;
        seconds += *second;
        double unit = 1.0;
        if (sign(".")) {
          for (; at != end && *at >= '0' && *at <= '9'; ++at) seconds += (unit /= 10.0) * (*at - '0');
        }
      }
    }
  }
  // Of the zones only the one of all files.
  const std::string_view zone = trimmed(std::string_view(at, static_cast<std::size_t>(end - at)));
  if (!zone.empty() && zone != "Z" && zone != "UTC" && zone != "+00:00" && zone != "+0:00") return std::nullopt;
  const std::chrono::sys_days midnight{date};
  return 86400.0 * static_cast<double>(midnight.time_since_epoch().count()) + seconds;
}

}  // namespace single_column
