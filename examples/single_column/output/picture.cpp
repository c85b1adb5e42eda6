// SPDX-License-Identifier: BSD-3-Clause
#include "picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "common/canvas.hpp"
#include "common/panel.hpp"
#include "table.hpp"

namespace single_column {

using example::Axis;
using example::Color;
using example::Panel;

namespace {

constexpr Color black{0.1, 0.1, 0.1};
constexpr Color blue{0.12, 0.35, 0.65};
constexpr Color orange{0.80, 0.40, 0.05};
constexpr Color green{0.10, 0.55, 0.25};
constexpr Color grey{0.55, 0.55, 0.55};
constexpr Color light_grey{0.75, 0.75, 0.75};

/// One column over the lowest levels.
struct Column {
  std::vector<double> z, u, v, speed, theta;
};

Column column_of(const Geometry& geometry, const Snapshot& snapshot, std::size_t column, std::size_t shown) {
  Column result;
  const std::size_t offset = column * geometry.z_centers.size();
  for (std::size_t level = 0; level < shown; ++level) {
    const std::size_t i = offset + level;
    result.z.push_back(geometry.z_centers[level]);
    result.u.push_back(snapshot.u[i]);
    result.v.push_back(snapshot.v[i]);
    result.speed.push_back(std::hypot(snapshot.u[i], snapshot.v[i]));
    result.theta.push_back(snapshot.theta[i]);
  }
  return result;
}

/// The free atmosphere above twice the boundary layer is left away.
std::size_t levels_shown(const Geometry& geometry, const History& history) {
  const double depth = *std::max_element(history.depth.high.begin(), history.depth.high.end());
  const auto& z = geometry.z_centers;
  const auto above =
      std::upper_bound(z.begin(), z.end(), std::max(2.0 * depth, z[std::min<std::size_t>(4, z.size() - 1)]));
  return static_cast<std::size_t>(above - z.begin());
}

void draw_profiles(cairo_t* cairo, const Geometry& geometry, const Snapshot& initial, const Snapshot& mean,
                   std::size_t shown) {
  const Column before = column_of(geometry, initial, 0, shown);
  const Column after = column_of(geometry, mean, 0, shown);
  Axis speed("wind [m/s]");
  Axis theta("potential temperature [K]");
  Axis height("height [m]");
  for (const Column* column : {&before, &after}) {
    speed.include(column->u);
    speed.include(column->v);
    speed.include(column->speed);
    theta.include(column->theta);
  }
  height.include(0.0);
  height.include(after.z);

  Panel wind(cairo, {75, 70, 290, 500}, speed, height, "wind");
  wind.line(before.speed, before.z, grey, 1.5, true);
  // A few members of the ensemble, thin.
  for (std::size_t column = 1; column < std::min<std::size_t>(geometry.columns, 24); ++column) {
    const Column member = column_of(geometry, mean, column, shown);
    wind.line(member.speed, member.z, light_grey, 0.7);
  }
  wind.line(after.u, after.z, blue, 2.0);
  wind.line(after.v, after.z, orange, 2.0);
  wind.line(after.speed, after.z, black, 2.5);
  wind.legend({{"speed", black},
               {"eastward", blue},
               {"northward", orange},
               {"start", grey, Panel::Look::dashed},
               {"other columns", light_grey}});

  Panel temperature(cairo, {440, 70, 290, 500}, theta, height, "potential temperature");
  temperature.line(before.theta, before.z, grey, 1.5, true);
  temperature.line(after.theta, after.z, black, 2.5);
  temperature.legend({{"mean of the last hour", black}, {"start", grey, Panel::Look::dashed}});
}

void draw_series(cairo_t* cairo, const Case& a_case, const History& history) {
  struct Row {
    const char* title;
    const char* label;
    const NumberHistory* numbers;
    PublishedRange published;
  };
  const Row rows[] = {{"boundary-layer depth", "depth [m]", &history.depth, published_depth},
                      {"friction velocity", "u* [m/s]", &history.friction_velocity, published_friction_velocity},
                      {"surface heat flux", "heat flux [K m/s]", &history.heat_flux, published_heat_flux}};
  const std::vector<double> ninth_hour{8.0, 9.0};
  const bool compared = is_gabls1(a_case) && history.hours.back() > ninth_hour.front();
  double top = 70.0;
  for (const Row& row : rows) {
    const bool last = row.numbers == &history.heat_flux;
    const std::vector<double> low(2, row.published.low), high(2, row.published.high);
    Axis hours(last ? "time [h]" : "");
    Axis value(row.label);
    hours.include(history.hours);
    value.include(row.numbers->low);
    value.include(row.numbers->high);
    if (compared) {
      value.include(low);
      value.include(high);
    }
    Panel panel(cairo, {815, top, 360, 133}, hours, value, row.title);
    if (compared) panel.band(ninth_hour, low, high, green);
    panel.band(history.hours, row.numbers->low, row.numbers->high, blue);
    panel.line(history.hours, row.numbers->reference, black, 2.0);
    if (last) {
      std::vector<Panel::Entry> legend{{"column 0", black}, {"range of all columns", blue, Panel::Look::band}};
      if (compared) legend.push_back({"published, ninth hour", green, Panel::Look::band});
      panel.legend(legend);
    }
    top += 183.5;
  }
}

}  // namespace

void draw_picture(const example::UnfinishedFile& file, const Case& a_case, const Geometry& geometry,
                  const Snapshot& initial, const Snapshot& mean, const History& history) {
  const example::Canvas canvas(1200, 680, a_case.name + ": profiles averaged over the last hour, and the whole run");
  draw_profiles(canvas.cairo(), geometry, initial, mean, levels_shown(geometry, history));
  draw_series(canvas.cairo(), a_case, history);
  canvas.write(file);
}

}  // namespace single_column
