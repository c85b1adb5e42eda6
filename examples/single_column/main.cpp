// SPDX-License-Identifier: BSD-3-Clause
// Runs a single-column case and writes what came out; README.md beside this file describes the model and the options.
//
// Returns 0; 1 where the result is wrong (--check) or the run became unstable; 2 where the command line, the case file
// or the place of the output must be mended by the user.

#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>
#include <string>

#include "case/read_case.hpp"
#include "common/unfinished_file.hpp"
#include "common/user_error.hpp"
#include "model/backends.hpp"
#include "options.hpp"
#include "output/picture.hpp"
#include "output/table.hpp"
#include "recorder.hpp"

namespace {

using namespace single_column;

std::string history_line(const std::string& command_line) {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return std::string(date) + " " + command_line;
}

void run_model(const Options& options, const Case& a_case, const Settings& settings, Observer& observer) {
#if defined(SINGLE_COLUMN_WITH_CUDA)
  if (options.backend == BackendChoice::cuda) return run_on_cuda(a_case, settings, options.storage, observer);
#endif
  run_on_cpu(a_case, settings, options.storage, observer);
}

int run_program(const Options& options) {
  const Case a_case = read_case(options.case_file);
  const Settings settings = options.settings_for(a_case);
  if (!a_case.left_out.empty()) {
    std::string list;
    for (const std::string& name : a_case.left_out) list += (list.empty() ? "" : ", ") + name;
    std::fprintf(stderr, "single_column: note: %s asks for %s, which this model leaves out\n", a_case.file.c_str(),
                 list.c_str());
  }

  example::UnfinishedFile picture(options.picture);
  NetcdfOutput output(options.output + ".nc", a_case, history_line(options.command_line),
                      options.storage.precision == Precision::single_precision);
  catch_interrupts();
  Recorder recorder(output, settings.duration);
  run_model(options, a_case, settings, recorder);

  draw_picture(picture, a_case, recorder.geometry(), recorder.initial(), recorder.mean(), recorder.history());
  output.finish();
  picture.finish();
  const bool right = print_table(a_case, recorder.diagnostics(), recorder.geometry().column_step, recorder.mean_from(),
                                 settings.duration);
  std::printf("picture: %s\nnetCDF:  %s.nc\n", options.picture.c_str(), options.output.c_str());
  return options.check && !right ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const auto options = parse_options(argc, argv);
    return options ? run_program(*options) : 0;
  } catch (const example::UserError& error) {
    std::fprintf(stderr, "single_column: %s\n", error.what());
    return 2;
  } catch (const Interrupted&) {
    std::fprintf(stderr, "single_column: interrupted; nothing was written\n");
    return 130;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "single_column: %s\n", error.what());
    return 1;
  }
}
