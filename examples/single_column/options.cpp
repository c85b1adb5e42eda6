// SPDX-License-Identifier: BSD-3-Clause
#include "options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <map>
#include <system_error>

#include "common/user_error.hpp"
#include "output/table.hpp"

namespace single_column {
namespace {

/// Above this even the deepest dry boundary layers of a day end; files may reach far into the free atmosphere.
constexpr double usual_top = 3000.0;

std::string text(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%g", value);
  return buffer;
}

// "levels" twice is a field layout and a count; the transformer shows the words, not the numbers behind them.
template <class Enum>
CLI::Option* add_choice(CLI::App& app, const std::string& flag, Enum& target, const std::map<std::string, Enum>& words,
                        const std::string& help) {
  std::string list;
  std::string standard;
  for (const auto& [word, value] : words) {
    list += (list.empty() ? "" : "|") + word;
    if (value == target) standard = word;
  }
  const auto choose = [&target, words, flag, list](const std::string& word) {
    const auto found = words.find(word);
    if (found == words.end()) throw CLI::ValidationError(flag, "'" + word + "' is not one of " + list);
    target = found->second;
  };
  return app.add_option_function<std::string>(flag, choose, help)->type_name(list)->default_str(standard);
}

}  // namespace

Settings Options::settings_for(const Case& a_case) const {
  Settings result = settings;
  result.top = top.value_or(std::min(a_case.top(), usual_top));
  result.duration = hours ? *hours * 3600.0 : std::min(a_case.duration, a_case.forced_until);
  if (result.top > a_case.top()) {
    throw example::UserError("--top " + text(result.top) + " lies above the profiles of " + a_case.file +
                             ", which end at " + text(a_case.top()) + " m; choose a lower one");
  }
  if (result.duration > a_case.forced_until) {
    throw example::UserError("--hours " + text(result.duration / 3600.0) + " is longer than the forcing of " +
                             a_case.file + ", which ends after " + text(a_case.forced_until / 3600.0) +
                             " h; choose fewer");
  }
  if (result.levels > 1 && result.ground_spacing >= result.top) {
    throw example::UserError("--ground-spacing " + text(result.ground_spacing) + " does not fit into a domain of " +
                             text(result.top) + " m; choose a smaller one");
  }
  const double lowest = std::min(result.ground_spacing, result.top / result.levels) / 2.0;
  const double roughness = *std::max_element(a_case.roughness.value.begin(), a_case.roughness.value.end());
  if (lowest <= roughness) {
    throw example::UserError("the lowest level at " + text(lowest) + " m lies within the roughness length of " +
                             text(roughness) + " m; choose a larger --ground-spacing or fewer --levels");
  }
  if (check && !is_gabls1(a_case)) {
    throw example::UserError("--check knows the results of GABLS1 only, but " + a_case.file + " is '" + a_case.name +
                             "'; leave --check out");
  }
  if (check && result.duration < 9.0 * 3600.0)
    throw example::UserError("--check needs the whole 9 hours of GABLS1; leave --hours out");
  return result;
}

std::optional<Options> parse_options(int argc, char** argv) {
  Options options;
  options.case_file = SINGLE_COLUMN_CASES "/gabls1.nc";
  Settings& settings = options.settings;

  CLI::App app("A dry single-column boundary-layer model, written in stencil expressions.", "single_column");
  app.option_defaults()->always_capture_default();
  app.add_option("--case", options.case_file, "DEPHY v1 driver file (netCDF)")->type_name("FILE");
  app.add_option("--output", options.output, "Prefix of the results PREFIX.nc and PREFIX.png, or a folder for them")
      ->type_name("PREFIX");
  app.add_option("--picture", options.picture, "The picture, a PNG")->type_name("FILE")->default_str("PREFIX.png");
  app.add_option("--levels", settings.levels, "Cells of a column")->check(CLI::Range(4, 100000))->type_name("N");
  app.add_option("--columns", settings.columns, "Members of the ensemble; column 0 is not perturbed")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100000000}))
      ->type_name("N");
  app.add_option("--sampled-columns", settings.sampled_columns,
                 "Results are kept of at most so many columns; of more, of evenly spaced ones and column 0")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100000000}))
      ->type_name("N");
  app.add_option("--spread", settings.spread, "Largest relative perturbation of the geostrophic wind")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("FRACTION");
  add_choice<FieldLayout>(app, "--layout", options.storage.layout,
                          {{"levels", FieldLayout::levels}, {"columns", FieldLayout::columns}},
                          "What is contiguous in memory");
  add_choice<Precision>(app, "--precision", options.storage.precision,
                        {{"double", Precision::double_precision}, {"float", Precision::single_precision}},
                        "Number type of the fields");
  std::map<std::string, BackendChoice> backends{{"cpu", BackendChoice::cpu}};
#if defined(SINGLE_COLUMN_WITH_CUDA)
  backends.emplace("cuda", BackendChoice::cuda);
#endif
  add_choice<BackendChoice>(app, "--backend", options.backend, backends, "Where the model runs");
  app.add_option("--hours", options.hours, "Length of the run")
      ->check(CLI::PositiveNumber)
      ->type_name("H")
      ->default_str("that of the case");
  app.add_option("--dt", settings.time_step, "Time step in seconds; 0 chooses it from the stability limit")
      ->check(CLI::Range(0.0, 3600.0))
      ->type_name("S");
  app.add_flag("--implicit", settings.implicit,
               "Mixing by implicit steps; the time step is then a minute unless given");
  app.add_option("--top", options.top, "Top of the model in m")
      ->check(CLI::PositiveNumber)
      ->type_name("M")
      ->default_str("that of the case, at most " + text(usual_top));
  app.add_option("--ground-spacing", settings.ground_spacing,
                 "Thickness of the lowest cell in m; cells above grow where they would not reach the top")
      ->check(CLI::PositiveNumber)
      ->type_name("M");
  app.add_option("--mixing-length", settings.mixing_length, "Mixing length far from the ground in m")
      ->check(CLI::PositiveNumber)
      ->type_name("M");
  app.add_flag("--check", options.check, "Return 1 unless GABLS1 comes out in the published ranges");

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success&) {
    std::printf("%s", app.help().c_str());
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    throw example::UserError(std::string(error.what()) + "; single_column --help lists all options");
  }
  // A folder keeps the usual name inside it.
  const std::filesystem::path output(options.output);
  std::error_code ignored;
  if (!output.has_filename() || std::filesystem::is_directory(output, ignored)) {
    options.output = (output / "single_column").string();
  }
  if (options.picture.empty()) options.picture = options.output + ".png";
  for (int i = 0; i < argc; ++i) options.command_line += (i == 0 ? "" : " ") + std::string(argv[i]);
  return options;
}

}  // namespace single_column
