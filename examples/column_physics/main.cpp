// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <exception>
#include <new>
#include <optional>
#include <string>

#include <stencil/netcdf.hpp>

#include "common/checks.hpp"
#include "common/figure.hpp"
#include "common/standard_output.hpp"
#include "common/unfinished_file.hpp"
#include "run.hpp"

namespace {

#if defined(COLUMN_PHYSICS_WITH_CUDA)
constexpr bool with_cuda = true;
#else
constexpr bool with_cuda = false;
#endif

int run_program(const column_physics::Options& options) {
  // Before the run: a place where nothing can be written is to show at once.
  std::optional<example::UnfinishedFile> picture;
  if (!options.picture.empty()) picture.emplace(options.picture);
  if (!options.save.empty()) example::UnfinishedFile{options.save};
  example::Outcome outcome;
#if defined(COLUMN_PHYSICS_WITH_CUDA)
  outcome =
      options.on_cuda ? column_physics::run_on_cuda(options) : column_physics::run<stencil::backend::Cpu>(options);
#else
  outcome = column_physics::run<stencil::backend::Cpu>(options);
#endif
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

int end(int code, const std::string& sentence) {
  std::fprintf(stderr, "column_physics: %s\n", sentence.c_str());
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const auto options = column_physics::parse(argc, argv, with_cuda);
    return options ? run_program(*options) : 0;
  } catch (const example::UserError& error) {
    return end(2, error.what());
  } catch (const stencil::netcdf::FileError& error) {
    const std::string words = error.what();
    return end(2, words.substr(words.starts_with("stencil: ") ? 9 : 0));
  } catch (const std::bad_alloc&) {
    return end(2, "there is not enough memory; choose fewer --columns");
  } catch (const std::exception& error) {
    return end(1, error.what());
  }
}
