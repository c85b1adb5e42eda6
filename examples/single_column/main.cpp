// SPDX-License-Identifier: BSD-3-Clause
// Runs a single-column case and writes what came out; README.md beside this file describes the model and the options.
//
// Returns 0 on success, 1 if the result is wrong (--check) or the run became unstable, 2 if the command line or the
// case file is wrong or the output cannot be written.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "case/read_case.hpp"
#include "case/trial.hpp"
#include "common/ranks.hpp"
#include "common/standard_output.hpp"
#include "common/unfinished_file.hpp"
#include "common/user_error.hpp"
#include "model/backends.hpp"
#include "options.hpp"
#include "output/netcdf_output.hpp"
#include "output/picture.hpp"
#include "output/table.hpp"
#include "recorder.hpp"
#if defined(SINGLE_COLUMN_WITH_MPI)
#include "ranks.hpp"
#endif

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

void require_apart(const std::string& path, const std::string& other, const char* option, const char* what) {
  if (stencil::same_file(path, other))
    throw example::UserError(std::string(option) + " would replace " + what + ", " + other + "; choose another name");
}

/// What a process has of the run.
struct Part {
  std::unique_ptr<Share> columns;                 ///< nothing: all of them
  std::unique_ptr<stencil::netcdf::Making> file;  ///< that several processes write; nothing: this one alone does
};

/// Runs the case and writes what came out. `deal` is called when all that the user may have to mend has been looked at;
/// it may leave a part of the columns, and of the file, to this process.
template <class Deal>
int run_program(const Options& options, const Deal& deal) {
  try_in_child(options.case_file, [&options] { read_case(options.case_file); });
  const Case a_case = read_case(options.case_file);
  Settings settings = options.settings_for(a_case);
  std::vector<std::string> left_out = a_case.left_out;
  if (!a_case.moisture.empty()) left_out.push_back("water (" + joined(a_case.moisture) + ")");
  if (!left_out.empty()) {
    std::fprintf(stderr, "single_column: note: %s asks for %s, which this model leaves out\n", a_case.file.c_str(),
                 joined(left_out).c_str());
  }

  const std::string results = options.results();
  require_apart(options.case_file, results, "--output", "the case file");
  require_apart(options.case_file, options.picture, "--picture", "the case file");
  require_apart(results, options.picture, "--picture", "the results");
  example::UnfinishedFile picture(options.picture);
  const std::string history = history_line(options.command_line);
  Part part = deal(settings, history);
  const Writer writer = part.file ? Writer::each : Writer::one_process;
  if (!part.file) part.file = std::make_unique<stencil::netcdf::MadeByOne>(results, &example::reject_output);
  NetcdfOutput output(results, a_case, history, options.storage.precision == Precision::single_precision,
                      std::move(part.file));
  Recorder recorder(output, settings.duration, writer);
  run_model(options, a_case, settings, recorder);

  draw_picture(picture, a_case, recorder.geometry(), recorder.initial(), recorder.mean(), recorder.history());
  output.finish();
  picture.finish();
  const bool right = print_table(a_case, recorder.diagnostics(), recorder.geometry().column_step, recorder.mean_from(),
                                 settings.duration);
  std::printf("picture: %s\nnetCDF:  %s\n", options.picture.c_str(), results.c_str());
  example::flush_standard_output();
  return options.check && !right ? 1 : 0;
}

#if defined(SINGLE_COLUMN_WITH_MPI)
/// One of several processes. The first reads the command line and the case, makes the picture and says all there is to
/// say; the others begin when it has found nothing to complain of. All write the results, if netCDF can do that.
int run_as_rank(int argc, char** argv, MPI_Comm world) {
  struct Silent : Observer {
    void begin(const Geometry&) override {}
    void sample(const Snapshot&) override {}
  };
  int rank = 0, ranks = 1;
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &ranks);
  const auto part_of = [world](const Options& options, Settings& settings, std::string& history) {
    const stencil::mpi::Domain domain(world, settings.columns);
#if defined(SINGLE_COLUMN_WITH_CUDA)
    if (options.backend == BackendChoice::cuda) take_device(domain);
#endif
    auto columns = std::make_unique<Ranks>(domain);
    settings.share = columns.get();
    history = columns->said_by_first(history);
    auto file = columns->made_together(options.results(), {settings.columns, settings.sampled_columns, *columns});
    return Part{std::move(columns), std::move(file)};
  };
  int begins = 0;
  if (rank != 0) {
    MPI_Bcast(&begins, 1, MPI_INT, 0, world);
    if (begins == 0) return 0;
    const auto options = parse_options(argc, argv);
    const Case a_case = read_case(options->case_file);
    Settings settings = options->settings_for(a_case);
    std::string history;
    Part part = part_of(*options, settings, history);
    if (!part.file) {
      Silent silent;
      run_model(*options, a_case, settings, silent);
      return 0;
    }
    NetcdfOutput output(options->results(), a_case, history, options->storage.precision == Precision::single_precision,
                        std::move(part.file));
    FileRecorder recorder(output, settings.duration, Writer::each);
    run_model(*options, a_case, settings, recorder);
    output.finish();
    return 0;
  }
  const auto options = parse_options(argc, argv);
  if (!options) {
    MPI_Bcast(&begins, 1, MPI_INT, 0, world);
    return 0;
  }
  if (options->settings.columns < static_cast<std::size_t>(ranks)) {
    throw example::UserError("--columns " + std::to_string(options->settings.columns) + " cannot be dealt to " +
                             std::to_string(ranks) + " ranks; start fewer");
  }
  return run_program(*options, [&](Settings& settings, std::string history) {
    // Who ends all ranks says why; the signal that this one gets then need not be told of.
    stencil::remove_unfinished_files_on_signals();
    begins = 1;
    MPI_Bcast(&begins, 1, MPI_INT, 0, world);
    return part_of(*options, settings, history);
  });
}

/// The exit code of an error that ends all ranks.
int code_of(const std::exception& error) {
  const bool mendable = dynamic_cast<const example::UserError*>(&error) != nullptr ||
                        dynamic_cast<const stencil::netcdf::FileError*>(&error) != nullptr ||
                        dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
  return mendable ? 2 : 1;
}
#endif

/// Ends the program after an error, without the exit handler of HDF5: after a full disk that crashes.
[[noreturn]] void end(int result, const char* sentence) {
  std::fprintf(stderr, "single_column: %s\n", sentence);
  std::_Exit(result);
}

}  // namespace

int main(int argc, char** argv) {
#if defined(SINGLE_COLUMN_WITH_MPI)
  if (example::started_with_others()) {
    return stencil::mpi::run(argc, argv, [&](MPI_Comm world) { return run_as_rank(argc, argv, world); }, code_of);
  }
#endif
  try {
    const auto options = parse_options(argc, argv);
    return options ? run_program(*options, [](Settings&, const std::string&) { return Part{}; }) : 0;
  } catch (const example::UserError& error) {
    end(2, error.what());
  } catch (const stencil::netcdf::FileError& error) {
    const std::string words = error.what();
    end(2, words.substr(words.starts_with("stencil: ") ? 9 : 0).c_str());
  } catch (const std::bad_alloc&) {
    end(2, "there is not enough memory; choose fewer --columns or --levels");
  } catch (const std::exception& error) {
    end(1, error.what());
  }
}
