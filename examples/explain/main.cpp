// SPDX-License-Identifier: BSD-3-Clause
// Prints how two assignments would be evaluated and, with --measure, the time they take; README.md beside this file
// describes it.
//
// Returns 0 on success, 1 if the predicted memory traffic is not that of three operands and one destination, 2 if the
// command line is wrong or the picture cannot be written.

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>

#include "common/between.hpp"
#include "common/choices.hpp"
#include "common/standard_output.hpp"
#include "common/unfinished_file.hpp"
#include "common/user_error.hpp"
#include "show.hpp"

namespace {

using explaining_example::Options;
using explaining_example::Shown;

Shown show(const Options& options) {
#if defined(EXPLAIN_WITH_CUDA)
  if (options.backend == "cuda") return explaining_example::show_on_cuda(options);
#endif
  return explaining_example::show_on_cpu(options);
}

int run(const Options& options) {
  std::optional<example::UnfinishedFile> picture;
  if (!options.picture.empty()) picture.emplace(options.picture);
  const Shown shown = show(options);
  bool right = true;
  for (const stencil::Explanation& x : shown.explanations) {
    std::cout << x << "\n";
    const auto values = (4 * static_cast<std::size_t>(options.levels) + 1) * options.columns;
    right = right && x.bytes() == values * sizeof(double) && (x.measured_seconds > 0) == options.measured;
  }
  if (picture) {
    std::ofstream file(picture->working_path());
    file << shown.picture;
    file.close();
    if (!file) picture->reject("there is no room for all of it");
    picture->finish();
    std::cout << "picture: " << options.picture << "\n";
  }
  std::cout.flush();
  example::flush_standard_output();
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("What two assignments do, in figures, as a picture, and measured.", "explain");
  app.option_defaults()->always_capture_default();
#if defined(EXPLAIN_WITH_CUDA)
  constexpr bool with_cuda = true;
#else
  constexpr bool with_cuda = false;
#endif
  app.add_option("--backend", options.backend, "Where it runs")->check(example::built_backend(with_cuda));
  app.add_option("--levels", options.levels, "Cells of a column")->check(CLI::Range(2, 100000));
  app.add_option("--columns", options.columns, "Columns")->check(CLI::Range(std::size_t{1}, std::size_t{100000000}));
  app.add_option("--bandwidth", options.bandwidth, "Of the memory, GB/s; gives a predicted time")
      ->check(example::between(0, 1e9));
  app.add_flag("--measure", options.measured, "Carries the assignments out and puts the time beside the prediction");
  app.add_option("--draw", options.picture, "A picture of the second one, SVG")
      ->check(example::picture_file(".svg"))
      ->type_name("FILE");
  try {
    app.parse(argc, argv);
    return run(options);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? example::code_after_help("explain") : 2;
  } catch (const example::UserError& error) {
    std::fprintf(stderr, "explain: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "explain: %s\n", error.what());
    return 1;
  }
}
