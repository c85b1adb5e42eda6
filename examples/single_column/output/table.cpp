// SPDX-License-Identifier: BSD-3-Clause
#include "table.hpp"

#include <cmath>
#include <cstdio>

namespace single_column {
namespace {

struct Row {
  const char* label;
  const char* units;
  double Diagnostics::* value;
  int decimals;
  PublishedRange published;
};

constexpr Row rows[] = {
    {"boundary-layer depth", "m", &Diagnostics::depth, 1, published_depth},
    {"friction velocity u*", "m/s", &Diagnostics::friction_velocity, 4, published_friction_velocity},
    {"surface kinematic heat flux", "K m/s", &Diagnostics::heat_flux, 5, published_heat_flux},
    {"jet height", "m", &Diagnostics::jet_height, 1, {0.0, 0.0}},
    {"jet speed", "m/s", &Diagnostics::jet_speed, 3, {9.0, 10.0}},
};

std::string number(double value, int decimals) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string ensemble_of(std::size_t column_step) {
  return column_step == 1 ? "all columns" : "1 of " + std::to_string(column_step) + " columns";
}

}  // namespace

bool is_gabls1(const Case& a_case) { return a_case.name.starts_with("GABLS1"); }

bool print_table(const Case& a_case, const std::vector<Diagnostics>& columns, std::size_t column_step,
                 double averaged_from, double averaged_to) {
  // Hours are whole here to a sample.
  const bool ninth_hour = std::abs(averaged_from - 8.0 * 3600.0) < 1.0 && std::abs(averaged_to - 9.0 * 3600.0) < 1.0;
  const bool known = is_gabls1(a_case) && ninth_hour;
  std::printf("%s, mean from %.2f h to %.2f h\n", a_case.name.c_str(), averaged_from / 3600.0, averaged_to / 3600.0);
  std::printf("  %-34s %10s %22s%s\n", "", "column 0", ensemble_of(column_step).c_str(),
              known ? "         published" : "");
  bool all_inside = true;
  for (const Row& row : rows) {
    double sum = 0.0;
    double squares = 0.0;
    for (const Diagnostics& column : columns) sum += column.*row.value;
    const double mean = sum / static_cast<double>(columns.size());
    for (const Diagnostics& column : columns) squares += (column.*row.value - mean) * (column.*row.value - mean);
    const double deviation = std::sqrt(squares / static_cast<double>(columns.size()));

    const double value = columns.front().*row.value;
    auto [low, high] = row.published;
    // The jet has no range of its own: it is to lie near the top of the boundary layer.
    if (row.value == &Diagnostics::jet_height) {
      low = 0.7 * columns.front().depth;
      high = 1.2 * columns.front().depth;
    }
    const bool inside = value >= low && value <= high;
    const std::string label = std::string(row.label) + " [" + row.units + "]";
    const std::string ensemble = number(mean, row.decimals) + " +- " + number(deviation, row.decimals);
    std::printf("  %-34s %10s %22s", label.c_str(), number(value, row.decimals).c_str(), ensemble.c_str());
    if (known) {
      const std::string range =
          number(low, row.decimals > 3 ? 3 : row.decimals) + " to " + number(high, row.decimals > 3 ? 3 : row.decimals);
      std::printf("  %16s  %s", range.c_str(), inside ? "inside" : "OUTSIDE");
      all_inside = all_inside && inside;
    }
    std::printf("\n");
  }
  if (known) {
    std::printf(
        "Published: the ninth hour of the models in Cuxart et al. (2006) and Beare et al. (2006), Boundary-Layer\n"
        "Meteorol. 118, 273-303 and 247-272; the jet has no range of its own: 0.7 to 1.2 times the depth.\n");
  } else if (is_gabls1(a_case)) {
    std::printf("The published ranges are of the ninth hour, which this run does not end with.\n");
  }
  return all_inside;
}

}  // namespace single_column
