// SPDX-License-Identifier: BSD-3-Clause
// Carries a square pulse and a smooth profile by every flux scheme, around a ring and up and down a stretched column;
// README.md beside this file has the equations and the picture.
//
// Returns 0 on success, 1 if a checked number is out of its range, 2 if the command line is wrong or the picture cannot
// be written.

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <limits>
#include <string>
#include <vector>

#include "common/checks.hpp"
#include "common/choices.hpp"
#include "common/standard_output.hpp"
#include "common/unfinished_file.hpp"
#include "common/user_error.hpp"
#include "outcome.hpp"
#include "picture.hpp"

namespace {

using namespace advection;

constexpr double eps = std::numeric_limits<double>::epsilon();

struct Options {
  std::string backend = "cpu";
  std::string picture = "advection.png";
  int cells = 128;
};

std::vector<Outcome> carry(const std::string& backend, Mesh mesh, int cells) {
#if defined(ADVECTION_WITH_CUDA)
  if (backend == "cuda") return carry_on_cuda(mesh, cells);
#endif
  static_cast<void>(backend);
  return carry_on_cpu(mesh, cells);
}

/// What is wrong with an outcome, in words.
std::string complaint(const Outcome& outcome) {
  if (outcome.keeps == Keeps::bounds && !(outcome.overshoot <= 4 * eps)) return "overshoots";
  if (outcome.keeps != Keeps::nothing && !(outcome.undershoot <= 4 * eps)) return "undershoots";
  if (!(outcome.overshoot <= 0.35 && outcome.undershoot <= 0.35)) return "is unstable";
  if (!(outcome.mass_drift <= 30 * eps)) return "loses mass";
  return "";
}
/// How many times smaller the error must be with twice as many equal cells. Limiters flatten the extreme, which costs
/// them a part of an order.
double least_gain(const Outcome& outcome) {
  return outcome.order == 1 ? 1.7 : outcome.keeps == Keeps::bounds ? 2.8 : 3.9;
}

/// `coarse` are the same schemes with half the cells.
bool print_table(const char* mesh, const std::vector<Outcome>& fine, const std::vector<Outcome>& coarse,
                 bool check_gain) {
  bool right = true;
  std::printf("%-36s %10s %10s %9s %9s %9s %6s\n", mesh, "undershoot", "overshoot", "pulse", "smooth", "gain from",
              "mass");
  std::printf("%-36s %10s %10s %9s %9s %9s %6s\n", "scheme", "", "", "L2 error", "L2 error", "twice as", "drift");
  std::printf("%-36s %10s %10s %9s %9s %9s %6s\n", "", "", "", "", "", "many cells", "[eps]");
  for (std::size_t i = 0; i < fine.size(); ++i) {
    const Outcome& o = fine[i];
    const double gain = coarse[i].smooth_error / o.smooth_error;
    std::string wrong = complaint(o);
    if (wrong.empty() && check_gain && !(gain >= least_gain(o))) wrong = "does not converge";
    std::printf("%-36s %10.1e %10.1e %9.4f %9.1e %9.1f %6.1f  %s\n", o.scheme.c_str(), o.undershoot, o.overshoot,
                o.pulse_error, o.smooth_error, gain, o.mass_drift / eps, wrong.c_str());
    right = right && wrong.empty();
  }
  return right;
}

/// The largest of all schemes.
std::vector<example::Check> checks(const std::string& mesh, const std::vector<Outcome>& outcomes) {
  double beyond = 0, drift = 0;
  for (const Outcome& outcome : outcomes) {
    if (outcome.keeps == Keeps::bounds) {
      example::raise(beyond, outcome.overshoot);
      example::raise(beyond, outcome.undershoot);
    }
    example::raise(drift, outcome.mass_drift);
  }
  return {example::at_most(4 * eps, mesh + ": limited, beyond the extremes", beyond),
          example::at_most(30 * eps, mesh + ": change of mass", drift)};
}

int run(const Options& options) {
  example::UnfinishedFile picture(options.picture);
  const auto carried = [&](Mesh mesh, int cells) { return carry(options.backend, mesh, cells); };
  const auto on_ring = carried(Mesh::ring, options.cells);
  const auto on_stretched = carried(Mesh::stretched, options.cells);
  draw_picture(picture, start(options.cells), on_ring);
  picture.finish();
  bool right = print_table("ring", on_ring, carried(Mesh::ring, options.cells / 2), true);
  right = print_table("stretched column", on_stretched, carried(Mesh::stretched, options.cells / 2), false) && right;
  right = example::print_checks(checks("ring", on_ring)) && right;
  right = example::print_checks(checks("stretched", on_stretched)) && right;
  std::printf("picture: %s\n", options.picture.c_str());
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Advection by every flux scheme of the library.", "advection");
  app.option_defaults()->always_capture_default();
#if defined(ADVECTION_WITH_CUDA)
  constexpr bool with_cuda = true;
#else
  constexpr bool with_cuda = false;
#endif
  app.add_option("--backend", options.backend, "Where it runs")->check(example::built_backend(with_cuda));
  app.add_option("--cells", options.cells, "Cells a metre, a power of two")->check(CLI::IsMember({64, 128, 256, 512}));
  app.add_option("--picture", options.picture, "The picture, a PNG")
      ->check(example::picture_file(".png"))
      ->type_name("FILE");
  try {
    app.parse(argc, argv);
    const int result = run(options);
    example::flush_standard_output();
    return result;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? example::code_after_help("advection") : 2;
  } catch (const example::UserError& error) {
    std::fprintf(stderr, "advection: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "advection: %s\n", error.what());
    return 1;
  }
}
