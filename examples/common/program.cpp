// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>

#include "checks.hpp"
#include "choices.hpp"
#include "figure.hpp"
#include "standard_output.hpp"
#include "unfinished_file.hpp"
#include "user_error.hpp"

namespace example {

int program(int argc, char** argv, const char* name, const char* sentence, Outcome (*on_cpu)(), Outcome (*on_cuda)()) {
  std::string backend = "cpu";
  std::string picture;
  CLI::App app(sentence, name);
  app.option_defaults()->always_capture_default();
  app.add_option("--backend", backend, "Where it runs")->check(built_backend(on_cuda != nullptr));
  app.add_option("--picture", picture, "Draw a PNG; none unless given")->check(picture_file(".png"))->type_name("FILE");
  try {
    app.parse(argc, argv);
    // Before the run: a place where nothing can be written is to show at once.
    std::optional<UnfinishedFile> file;
    if (!picture.empty()) file.emplace(picture);
    const Outcome outcome = backend == "cuda" ? on_cuda() : on_cpu();
    const bool right = print_checks(outcome.checks);
    if (file) {
      draw(outcome, *file);
      file->finish();
      std::printf("picture: %s\n", picture.c_str());
    }
    flush_standard_output();
    return right ? 0 : 1;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? example::code_after_help(name) : 2;
  } catch (const UserError& error) {
    std::fprintf(stderr, "%s: %s\n", name, error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", name, error.what());
    return 1;
  }
}

}  // namespace example
