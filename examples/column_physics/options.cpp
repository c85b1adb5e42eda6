// SPDX-License-Identifier: BSD-3-Clause
#include "options.hpp"

#include <CLI/CLI.hpp>
#include <string>

#include <stencil/unfinished_file.hpp>

#include "common/between.hpp"
#include "common/choices.hpp"
#include "common/standard_output.hpp"
#include "common/user_error.hpp"

namespace column_physics {
using example::between;

std::optional<Options> parse(int argc, char** argv, bool with_cuda) {
  Options options;
  std::string backend = "cpu";
  CLI::App app(
      "Stratocumulus of DYCOMS-II, first flight, in an ensemble of columns: cloud, radiation, subsidence, turbulence "
      "and rain as five column functions.",
      "column_physics");
  app.option_defaults()->always_capture_default();
  auto* const columns = app.add_option("--columns", options.columns, "Members of the ensemble")
                            ->check(CLI::Range(std::size_t{1}, std::size_t{1000000}))
                            ->type_name("N");
  auto* const spread =
      app.add_option("--spread", options.spread,
                     "How much less water there is above the cloud in the last column than in the first [g/kg]")
          ->check(between(0, 1.5))
          ->type_name("G_PER_KG");
  app.add_option("--hours", options.hours, "When the run ends, since the start of the case, in whole steps of 10 s [h]")
      ->check(between(0.01, longest_hours))
      ->type_name("HOURS");
  app.add_option("--backend", backend, "Where it runs")->check(example::built_backend(with_cuda));
  app.add_option("--save", options.save, "Write the state here, after each hour and at the end; none unless given")
      ->type_name("FILE.nc");
  app.add_option("--continue", options.go_on, "Start from a state that --save wrote, with its columns")
      ->type_name("FILE.nc")
      ->excludes(columns)
      ->excludes(spread);
  app.add_flag("--times", options.times, "Print the time of a step by parts; each is waited for");
  app.add_option("--picture", options.picture, "Draw a PNG; none unless given")
      ->check(example::picture_file(".png"))
      ->type_name("FILE");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success&) {
    std::printf("%s", app.help().c_str());
    example::flush_standard_output();
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    throw example::UserError(std::string(error.what()) + "; --help lists the options");
  }
  for (const std::string& state : {options.save, options.go_on}) {
    if (!options.picture.empty() && !state.empty() && stencil::same_file(options.picture, state))
      throw example::UserError("--picture would replace the state in " + state + "; give another file");
  }
  options.on_cuda = backend == "cuda";
  return options;
}

}  // namespace column_physics
