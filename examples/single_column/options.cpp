// SPDX-License-Identifier: BSD-3-Clause
#include "options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <system_error>

#include "case/read_case.hpp"
#include "common/between.hpp"
#include "common/choices.hpp"
#include "common/standard_output.hpp"
#include "common/user_error.hpp"
#include "model/observer.hpp"
#include "output/table.hpp"

namespace single_column {
namespace {

using example::between;
using example::text;

/// Above this even the deepest dry boundary layers of a day end; files may reach far into the free atmosphere.
constexpr double usual_top = 3000.0;
constexpr double longest_hours = 87600.0;

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
    if (found == words.end()) {
      const bool asks_for_cuda = flag == "--backend" && word == "cuda";
      throw CLI::ValidationError(flag,
                                 "'" + word + "' is not one of " + list + (asks_for_cuda ? example::without_cuda : ""));
    }
    target = found->second;
  };
  return app.add_option_function<std::string>(flag, choose, help)->type_name(list)->default_str(standard);
}

/// A word without dots or slashes that is no file names a case that is shipped.
std::string case_file_of(const std::string& given) {
  std::error_code ignored;
  const std::string shipped = SINGLE_COLUMN_CASES "/" + given + ".nc";
  const bool is_word = given.find_first_of("./") == std::string::npos;
  return is_word && !std::filesystem::exists(given, ignored) && std::filesystem::exists(shipped, ignored) ? shipped
                                                                                                          : given;
}

void print_cases() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(SINGLE_COLUMN_CASES)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& path : files) {
    const Case a_case = read_case(path.string());
    std::printf("%-10s %s, %s: %s h, up to %s m\n", path.stem().c_str(), a_case.name.c_str(), a_case.reference.c_str(),
                text(a_case.duration / 3600.0).c_str(), text(a_case.top()).c_str());
  }
  std::puts("Any other DEPHY v1 driver file: --case FILE");
}

}  // namespace

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
  return all;
}

Settings Options::settings_for(const Case& a_case) const {
  Settings result = settings;
  result.top = top.value_or(std::min(a_case.top(), usual_top));
  result.duration = hours ? *hours * 3600.0 : std::min(a_case.duration, a_case.forced_until);
  if (result.duration > longest_hours * 3600.0) {
    throw example::UserError(a_case.file + " lasts " + text(result.duration / 3600.0) +
                             " h; choose how much of it to run with --hours, at most " + text(longest_hours));
  }
  if (!a_case.moisture.empty() && !dry) {
    throw example::UserError(a_case.file + " has water (" + joined(a_case.moisture) +
                             "), which this dry model knows nothing of; --dry runs it without");
  }
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
  double roughness = 0.0;
  for (const Series& one : {a_case.roughness, a_case.roughness_heat})
    roughness = std::max(roughness, *std::max_element(one.value.begin(), one.value.end()));
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
  options.case_file = "gabls1";
  bool lists_cases = false;
  Settings& settings = options.settings;
  std::optional<double> given_step;

  CLI::App app(
      "A dry single-column boundary-layer model, written in stencil expressions.\n"
      "Without options it runs GABLS1, the first intercomparison of models of the stable boundary layer.",
      "single_column");
  app.option_defaults()->always_capture_default();
  app.get_formatter()->column_width(44);
  app.add_option("--case", options.case_file, "A case that --cases lists, or a DEPHY v1 driver file, in netCDF")
      ->type_name("NAME|FILE");
  app.add_flag("--cases", lists_cases, "List the cases that come with the program");
  app.add_option("--output", options.output, "Prefix of the results PREFIX.nc and PREFIX.png, or a folder for them")
      ->type_name("PREFIX");
  app.add_option("--picture", options.picture, "The picture, a PNG")
      ->check(example::picture_file(".png"))
      ->type_name("FILE")
      ->default_str("PREFIX.png");
  app.add_option("--levels", settings.levels, "Cells of a column")->check(CLI::Range(4, 100000))->type_name("N");
  app.add_option("--columns", settings.columns, "Members of the ensemble; column 0 is not perturbed")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100000000}))
      ->type_name("N");
  app.add_option("--sampled-columns", settings.sampled_columns,
                 "Results are kept of at most so many columns; of more, of evenly spaced ones and column 0")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100000000}))
      ->type_name("N");
  app.add_option("--spread", settings.spread, "Largest relative perturbation of the geostrophic wind")
      ->check(between(0.0, 1.0))
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
  app.add_option("--hours", options.hours, "Length of the run [h]")
      ->check(between(0.001, longest_hours))
      ->type_name("HOURS")
      ->default_str("that of the case");
  app.add_option("--dt", given_step,
                 "Time step [s], shortened to a whole part of the minute between samples; unless given it follows the "
                 "stability limit of the mesh, and is a minute with --implicit")
      ->check(between(1e-4, sample_period))
      ->type_name("SECONDS")
      ->default_str("from the stability limit");
  app.add_flag("--implicit", settings.implicit, "Mixing by implicit steps");
  app.add_flag("--dry", options.dry, "Run a case that has water without it; refused otherwise");
  app.add_option("--top", options.top, "Top of the model [m]")
      ->check(between(1e-3, 1e5))
      ->type_name("METRES")
      ->default_str("that of the case, at most " + text(usual_top));
  app.add_option("--ground-spacing", settings.ground_spacing,
                 "Thickness of the lowest cell [m]; cells above grow where they would not reach the top")
      ->check(between(1e-3, 1e5))
      ->type_name("METRES");
  app.add_option("--mixing-length", settings.mixing_length, "Mixing length far from the ground [m]")
      ->check(between(1e-3, 1e5))
      ->type_name("METRES");
  app.add_flag("--check", options.check, "Return 1 unless GABLS1 comes out in the published ranges");

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success&) {
    std::printf("%s", app.help().c_str());
    example::flush_standard_output();
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    throw example::UserError(std::string(error.what()) + "; single_column --help lists all options");
  }
  if (lists_cases) {
    print_cases();
    example::flush_standard_output();
    return std::nullopt;
  }
  options.case_file = case_file_of(options.case_file);
  if (given_step) settings.time_step = *given_step;
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
