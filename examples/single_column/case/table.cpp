// SPDX-License-Identifier: BSD-3-Clause
#include "table.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "units.hpp"

namespace single_column {
namespace {

/// A variable as `times` rows of `levels` values.
struct Table {
  std::size_t times = 1;
  std::size_t levels = 1;
  std::vector<double> data;

  std::vector<double> row(std::size_t time) const {
    // What is given once holds at all times.
    const auto first = data.begin() + static_cast<std::ptrdiff_t>((times == 1 ? 0 : time) * levels);
    return {first, first + static_cast<std::ptrdiff_t>(levels)};
  }
};

bool is_time(const std::string& dimension) { return dimension == "time" || dimension == "t0"; }
bool is_level(const std::string& dimension) { return dimension.starts_with("lev"); }

Table tabulate(const NetcdfFile& file, Values values) {
  Table table;
  for (std::size_t d = 0; d < values.shape.size(); ++d) {
    const std::string& dimension = values.dimensions[d];
    if (is_level(dimension)) {
      table.levels = values.shape[d];
    } else if (is_time(dimension) && table.levels == 1) {
      table.times = values.shape[d];
    } else if (values.shape[d] != 1) {
      file.reject("variable '" + values.name + "' runs over dimension '" + dimension +
                  "', but a DEPHY v1 column knows time before lev; reorder its dimensions");
    }
  }
  table.data = std::move(values.data);
  return table;
}

void require_increasing(const NetcdfFile& file, const std::string& name, const std::vector<double>& values) {
  if (std::adjacent_find(values.begin(), values.end(), [](double a, double b) { return b <= a; }) != values.end()) {
    file.reject("variable '" + name + "' does not increase strictly; sort it");
  }
}

/// What is given at several times has to be so at each of `times`.
void require_times(const NetcdfFile& file, const std::string& name, const std::string& purpose, const Table& table,
                   std::size_t times) {
  if (table.times != 1 && table.times != times) {
    file.reject("variable '" + name + "' (" + purpose + ") has " + std::to_string(table.times) + " times where " +
                std::to_string(times) + " are needed; give it one value for each forcing time");
  }
}

Table read_heights(const NetcdfFile& file, const std::string& name, std::size_t levels, std::size_t times) {
  const std::string used = file.has(name) ? name : file.has("zh") ? "zh" : "lev";
  const std::string purpose = "height of the levels";
  Table heights = tabulate(file, file.read(used, "m", purpose));
  if (heights.levels != levels) {
    file.reject("variable '" + used + "' has " + std::to_string(heights.levels) + " levels where " +
                std::to_string(levels) + " are needed; give every level its height");
  }
  require_times(file, used, purpose, heights, times);
  for (std::size_t t = 0; t < heights.times; ++t) require_increasing(file, used, heights.row(t));
  return heights;
}

Table read_table(const NetcdfFile& file, const std::string& name, const std::string& units, const std::string& purpose,
                 std::size_t times) {
  Table table = tabulate(file, file.read(name, units, purpose));
  require_times(file, name, purpose, table, times);
  return table;
}

double epoch_seconds(const NetcdfFile& file, const std::string& name, const TimeUnits& units, double value) {
  const auto reference = parse_date(units.reference);
  if (!reference)
    file.reject("variable '" + name + "' counts from '" + units.reference +
                "', which is no date; write YYYY-MM-DD hh:mm:ss");
  return *reference + units.seconds * value;
}

std::vector<double> read_clock(const NetcdfFile& file, const std::string& name, const std::string& purpose) {
  Values values = file.read_unconverted(name, purpose);
  const std::string found = file.units_of(name);
  const auto units = parse_time_units(found);
  if (!units) {
    file.reject("variable '" + name + "' has units '" + found +
                "' where 'seconds since <date>' is expected; set the attribute");
  }
  for (double& value : values.data) {
    value = epoch_seconds(file, name, *units, value);
    // Dates have four digits for the year.
    if (std::abs(value) > 2.6e11) file.reject("variable '" + name + "' is beyond all dates; check its units");
  }
  require_increasing(file, name, values.data);
  return values.data;
}

}  // namespace

CaseTimes read_times(const NetcdfFile& file) {
  CaseTimes times;
  times.forcing = read_clock(file, "time", "times of the forcing");
  times.start = file.has("t0") ? read_clock(file, "t0", "time of the initial state").front() : times.forcing.front();
  for (double& time : times.forcing) time -= times.start;
  if (times.forcing.size() > 1 && times.forcing.back() <= 0.0)
    file.reject("the forcing ends before the case starts; check the units of 'time' and 't0'");
  return times;
}

Profile read_profile(const NetcdfFile& file, const std::string& name, const std::string& units,
                     const std::string& purpose) {
  const Table table = read_table(file, name, units, purpose, 1);
  return {read_heights(file, "zh", table.levels, 1).row(0), table.row(0)};
}

ProfileSeries read_profile_series(const NetcdfFile& file, const CaseTimes& times, const std::string& name,
                                  const std::string& units, const std::string& purpose) {
  const Table table = read_table(file, name, units, purpose, times.forcing.size());
  const Table heights = read_heights(file, "zh_forc", table.levels, times.forcing.size());
  ProfileSeries series;
  for (std::size_t t = 0; t < table.times; ++t) {
    series.time.push_back(times.forcing[t]);
    series.profile.push_back({heights.row(t), table.row(t)});
  }
  return series;
}

Series read_series(const NetcdfFile& file, const CaseTimes& times, const std::string& name, const std::string& units,
                   const std::string& purpose) {
  const Table table = read_table(file, name, units, purpose, times.forcing.size());
  if (table.levels != 1)
    file.reject("variable '" + name + "' (" + purpose + ") has levels; give one value for each time");
  if (table.times == 1) return {{0.0}, table.data};
  return {times.forcing, table.data};
}

}  // namespace single_column
