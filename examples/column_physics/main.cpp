// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <optional>
#include <string>

#include <stencil/netcdf.hpp>

#include "common/checks.hpp"
#include "common/figure.hpp"
#include "common/ranks.hpp"
#include "common/standard_output.hpp"
#include "common/unfinished_file.hpp"
#include "run.hpp"
#if defined(COLUMN_PHYSICS_WITH_MPI)
#include "ranks.hpp"
#endif

namespace {

#if defined(COLUMN_PHYSICS_WITH_CUDA)
constexpr bool with_cuda = true;
#else
constexpr bool with_cuda = false;
#endif

using namespace column_physics;

/// As many columns as the options ask for, or as the state has that the run goes on from.
std::size_t columns_of(const Options& options) {
  return options.go_on.empty() ? options.columns : columns_in(options.go_on);
}

int run_program(const Options& options, const Columns& columns) {
  // Before the run: a place where nothing can be written is to show at once.
  std::optional<example::UnfinishedFile> picture;
  if (columns.leads()) {
    if (!options.picture.empty()) picture.emplace(options.picture);
    if (!options.save.empty()) example::UnfinishedFile{options.save};
  }
  example::Outcome outcome;
#if defined(COLUMN_PHYSICS_WITH_CUDA)
  outcome = options.on_cuda ? run_on_cuda(options, columns) : run<stencil::backend::Cpu>(options, columns);
#else
  outcome = run<stencil::backend::Cpu>(options, columns);
#endif
  if (!columns.leads()) return 0;
  const bool right = example::print_checks(outcome.checks);
  if (picture) {
    example::draw(outcome, *picture);
    picture->finish();
    std::printf("picture: %s\n", options.picture.c_str());
  }
  if (!options.save.empty()) std::printf("state:   %s\n", options.save.c_str());
  example::flush_standard_output();
  return right ? 0 : 1;
}

#if defined(COLUMN_PHYSICS_WITH_MPI)
/// One of several processes. The first reads the command line; the others do when it has found nothing to complain of.
int run_as_rank(int argc, char** argv, MPI_Comm world) {
  // Who ends all ranks says why; the signal that this one gets then need not be told of.
  stencil::remove_unfinished_files_on_signals();
  int rank = 0, begins = 0;
  MPI_Comm_rank(world, &rank);
  std::optional<Options> options;
  if (rank == 0) {
    options = parse(argc, argv, with_cuda);
    begins = options ? 1 : 0;
  }
  MPI_Bcast(&begins, 1, MPI_INT, 0, world);
  if (begins == 0) return 0;
  if (rank != 0) options = parse(argc, argv, with_cuda);
  const stencil::mpi::Domain domain(world, columns_of(*options));
#if defined(COLUMN_PHYSICS_WITH_CUDA)
  if (options->on_cuda) take_device(domain);
#endif
  return run_program(*options, Ranks(domain));
}

/// The exit code of an error that ends all ranks.
int code_of(const std::exception& error) {
  const bool mendable = dynamic_cast<const example::UserError*>(&error) != nullptr ||
                        dynamic_cast<const stencil::netcdf::FileError*>(&error) != nullptr ||
                        dynamic_cast<const stencil::ShapeError*>(&error) != nullptr ||
                        dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
  return mendable ? 2 : 1;
}
#endif

/// Ends the program after an error, without the exit handler of HDF5: after a full disk that crashes.
[[noreturn]] void end(int code, const std::string& sentence) {
  std::fprintf(stderr, "column_physics: %s\n", sentence.c_str());
  std::fflush(stdout);
  std::_Exit(code);
}

}  // namespace

int main(int argc, char** argv) {
#if defined(COLUMN_PHYSICS_WITH_MPI)
  if (example::started_with_others()) {
    return stencil::mpi::run(argc, argv, [&](MPI_Comm world) { return run_as_rank(argc, argv, world); }, code_of);
  }
#endif
  try {
    const auto options = parse(argc, argv, with_cuda);
    return options ? run_program(*options, Columns(columns_of(*options))) : 0;
  } catch (const example::UserError& error) {
    end(2, error.what());
  } catch (const stencil::netcdf::FileError& error) {
    const std::string words = error.what();
    end(2, words.substr(words.starts_with("stencil: ") ? 9 : 0));
  } catch (const std::bad_alloc&) {
    end(2, "there is not enough memory; choose fewer --columns");
  } catch (const std::exception& error) {
    end(1, error.what());
  }
}
