// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "common/outcome.hpp"
#include "common/progress.hpp"
#include "common/user_error.hpp"
#include "model.hpp"
#include "options.hpp"
#include "published.hpp"

namespace column_physics {

/// What each part of a step takes.
class Times {
 public:
  void begin() { last_ = Clock::now(); }
  void part_is_done() {
    const auto now = Clock::now();
    seconds_[next_] += std::chrono::duration<double>(now - last_).count();
    last_ = now;
    next_ = (next_ + 1) % std::size(part_names);
    steps_ += next_ == 0;
  }
  /// The first step allocates, so it does not count.
  void forget() { seconds_ = {}, steps_ = 0; }
  /// Of this process, which has so many columns.
  void print(std::size_t columns, std::size_t levels) const {
    double all = 0;
    for (const double seconds : seconds_) all += seconds;
    std::printf("time of a step, mean of %d, %zu columns of %zu cells\n", steps_, columns, levels);
    std::printf("  %-14s %10s %12s %8s\n", "part", "ms", "ns per cell", "share");
    const auto line = [&](const char* name, double seconds) {
      const double step = seconds / std::max(steps_, 1);
      std::printf("  %-14s %10.4f %12.4f %6.1f %%\n", name, 1e3 * step,
                  1e9 * step / static_cast<double>(columns * levels), all > 0 ? 100 * seconds / all : 0.0);
    };
    for (std::size_t i = 0; i < std::size(part_names); ++i) line(part_names[i], seconds_[i]);
    line("all", all);
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::array<double, std::size(part_names)> seconds_{};
  std::size_t next_ = 0;
  int steps_ = 0;
  Clock::time_point last_ = Clock::now();
};

/// Liquid water paths [g/m2] and heights of the inversion [m] of a few columns over time [h].
struct Series {
  std::vector<std::size_t> columns;
  std::vector<double> time;
  std::vector<std::vector<double>> paths, heights;

  explicit Series(std::size_t all) {
    const std::size_t drawn = std::min<std::size_t>(all, 5);
    for (std::size_t i = 0; i < drawn; ++i) columns.push_back(drawn > 1 ? i * (all - 1) / (drawn - 1) : 0);
    paths.resize(drawn);
    heights.resize(drawn);
  }
  /// Of those columns.
  void add(double hours, const std::vector<double>& path, const std::vector<double>& height) {
    time.push_back(hours);
    for (std::size_t i = 0; i < path.size(); ++i) {
      paths[i].push_back(1e3 * path[i]);
      heights[i].push_back(height[i]);
    }
  }
  /// How many paths of the first column lie outside of those that are published.
  double outside() const {
    double count = 0;
    for (std::size_t i = 0; i < paths[0].size(); ++i) count += published::holds(time[i], paths[0][i]) ? 0 : 1;
    return count;
  }
};

/// Mean, least and most of all columns.
inline void print_spread(const char* what, const Columns& columns, const std::vector<double>& values) {
  const Spread all = columns.spread(values);
  if (columns.leads()) std::printf("%s: mean %.4g, %.4g to %.4g\n", what, all.mean, all.least, all.most);
}

/// The four hours of the case are over: what comes out beside what is published.
template <class Backend>
std::vector<example::Check> check(Model<Backend>& model, const Columns& columns, const Series& series) {
  const int samples = steps_per_hour / steps_between_samples;
  auto paths = model.state.path_sum.to_host();
  const auto heights = model.inversion_heights().to_host();
  const auto before = model.state.inversion_at_2h.to_host();
  for (double& path : paths) path *= 1e3 / samples;
  std::vector<double> entrainment(heights.size());
  for (std::size_t i = 0; i < heights.size(); ++i)
    entrainment[i] = 1e3 * ((heights[i] - before[i]) / 7200 + 3.75e-6 * (heights[i] + before[i]) / 2);
  if (columns.all() > 1) {
    print_spread("liquid water path of the fourth hour, all columns [g/m2]", columns, paths);
    print_spread("entrainment of the last two hours, all columns [mm/s]", columns, entrainment);
  }
  return {{"liquid water path of the fourth hour [g/m2]", paths[0], published::lower_path, published::upper_path},
          {"entrainment of the last two hours [mm/s]", entrainment[0], published::least_entrainment,
           published::most_entrainment},
          example::at_most(0, "paths outside of those of simulations", series.outside())};
}

/// Two bands, of all sixteen simulations and of the half between the quartiles, and their mean.
template <std::size_t Size>
std::vector<example::Curve> curves_of(const published::Ensemble (&ensemble)[Size]) {
  using Look = example::Curve::Look;
  using published::Ensemble;
  const auto all = [&](double Ensemble::* what) {
    std::vector<double> values;
    for (const Ensemble& at : ensemble) values.push_back(at.*what);
    return values;
  };
  const std::size_t black = 4;
  const auto hours = all(&Ensemble::hour);
  return {
      {"16 simulations (Stevens et al. 2005)", hours, all(&Ensemble::least), Look::band, black, all(&Ensemble::most)},
      {"half of them, darker", hours, all(&Ensemble::lower), Look::band, black, all(&Ensemble::upper)},
      {"their mean", hours, all(&Ensemble::mean), Look::dashed, black}};
}

template <class Backend>
example::Outcome picture_of(Model<Backend>& model, const Columns& columns, const Series& series, double spread) {
  using Look = example::Curve::Look;
  const ColumnGrid& grid = model.state.grid;
  const std::vector<double> z(grid.z_centers().begin(), grid.z_centers().end());
  const auto first = [](const auto& field, double scale) {
    const auto all = field.to_host();
    std::vector<double> column(all.begin(), all.begin() + cells);
    for (double& x : column) x *= scale;
    return column;
  };
  auto paths = curves_of(published::path), heights = curves_of(published::inversion);
  for (std::size_t i = 0; i < series.columns.size(); ++i) {
    const bool labelled = i == 0 || i + 1 == series.columns.size();
    const double above = 1.5 - dryness(series.columns[i], columns.all(), spread);
    const auto label = labelled && spread >= 0 ? std::to_string(above).substr(0, 3) + " g/kg above" : std::string();
    paths.push_back({label, series.time, series.paths[i], Look::line, i});
    heights.push_back({label, series.time, series.heights[i], Look::line, i});
  }
  for (example::Curve& curve : heights) curve.label.clear();  // the diagram beside it has them
  char title[80];
  std::snprintf(title, sizeof title, "Stratocumulus of DYCOMS-II, first flight, after %.4g hours", model.hours());
  example::Outcome result;
  result.title = title;
  result.diagrams = {{"heat", "theta_l [K]", "z [m]", {{"", first(model.state.theta_l, 1), z, Look::line, 0}}},
                     {"water",
                      "water [g/kg]",
                      "z [m]",
                      {{"total", first(model.state.q_t, 1e3), z, Look::line, 0},
                       {"10 x cloud", first(model.q_c, 1e4), z, Look::line, 1}}},
                     {"liquid water path", "time [h]", "path [g/m2]", std::move(paths)},
                     {"inversion", "time [h]", "z [m]", std::move(heights)}};
  return result;
}

/// From the start, or from a state that was saved, to the end that the options say. What comes out is of all columns on
/// the process that leads.
template <class Backend>
example::Outcome run(const Options& options, const Columns& columns) {
  const double spread = 1e-3 * options.spread;
  const auto begin = [&]() -> State<Backend> {
    if (options.go_on.empty()) return initial_state<Backend>(columns, spread);
    auto saved = columns.saved(options.go_on);
    return copied<Backend>(saved);
  };
  Model<Backend> model(begin());
  const int last = static_cast<int>(std::lround(options.hours * steps_per_hour)), first = model.state.steps;
  if (first >= last) {
    char sentence[160];
    std::snprintf(sentence, sizeof sentence, " is of %.4g h, and the run ends at %.4g h; choose more --hours",
                  model.hours(), options.hours);
    throw example::UserError(options.go_on + sentence);
  }
  // A state that is no longer one takes no place of one that is.
  const auto save = [&] {
    auto host = copied<backend::Cpu>(model.state);
    if (const std::string where = columns.no_number(host); !where.empty()) {
      char hours[40];
      std::snprintf(hours, sizeof hours, "after %.4g h", model.hours());
      throw std::runtime_error(hours + (" the state has no number in " + where) + "; it was not saved");
    }
    if (!options.save.empty()) columns.save(options.save, host);
  };
  Series series(columns.all());
  Times times;
  const auto done = [&] {
    if (!options.times) return;
    Backend::wait(policy());
    times.part_is_done();
  };
  {
    std::optional<example::Progress> progress;
    if (columns.leads()) progress.emplace((last - first) * dt);
    while (model.state.steps < last) {
      times.begin();
      model.step(done);
      if (model.state.steps == first + 1) times.forget();
      if (model.samples()) {
        series.add(model.hours(), columns.some(series.columns, model.path.to_host()),
                   columns.some(series.columns, model.inversion_heights().to_host()));
      }
      if (!options.save.empty() && model.state.steps % steps_per_hour == 0 && model.state.steps < last) save();
      if (progress) progress->reach((model.state.steps - first) * dt);
    }
  }
  save();
  if (options.times && columns.leads()) times.print(columns.here(), cells);
  auto result = picture_of(model, columns, series, options.go_on.empty() ? options.spread : -1);
  if (last == 4 * steps_per_hour) result.checks = check(model, columns, series);
  return result;
}
example::Outcome run_on_cuda(const Options& options, const Columns& columns);  // in run_cuda.cu

}  // namespace column_physics
