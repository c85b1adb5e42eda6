// SPDX-License-Identifier: BSD-3-Clause
// Carries a square pulse and a smooth profile around a ring by every flux scheme; README.md beside this file has the
// equations and the picture.
//
// Returns 0; 1 where a number is not what it is to be; 2 where the command line or the place of the picture must be
// mended by the user.

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <limits>
#include <string>
#include <vector>

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

std::vector<Outcome> carry(const std::string& backend, int cells) {
#if defined(ADVECTION_WITH_CUDA)
  if (backend == "cuda") return carry_on_cuda(cells);
#endif
  static_cast<void>(backend);
  return carry_on_cpu(cells);
}

/// What is wrong with an outcome, in words; `coarse` is the same scheme with half the cells.
std::string complaint(const Outcome& fine, const Outcome& coarse) {
  if (fine.keeps == Keeps::bounds && !(fine.overshoot <= 4 * eps)) return "overshoots";
  if (fine.keeps != Keeps::nothing && !(fine.undershoot <= 4 * eps)) return "undershoots";
  if (!(fine.overshoot <= 0.25 && fine.undershoot <= 0.25)) return "is unstable";
  if (!(fine.mass_drift <= 30 * eps)) return "loses mass";
  // Limiters flatten the extreme, which costs them a part of an order.
  const double gain = fine.order == 1 ? 1.7 : fine.keeps == Keeps::bounds ? 2.8 : 3.9;
  if (!(coarse.smooth_error >= gain * fine.smooth_error)) return "does not converge";
  return "";
}

bool print_table(const std::vector<Outcome>& fine, const std::vector<Outcome>& coarse) {
  bool right = true;
  std::printf("%-36s %10s %10s %9s %9s %9s %6s\n", "", "undershoot", "overshoot", "pulse", "smooth", "gain from",
              "mass");
  std::printf("%-36s %10s %10s %9s %9s %9s %6s\n", "scheme", "", "", "L2 error", "L2 error", "twice as", "drift");
  std::printf("%-36s %10s %10s %9s %9s %9s %6s\n", "", "", "", "", "", "many cells", "[eps]");
  for (std::size_t i = 0; i < fine.size(); ++i) {
    const Outcome& o = fine[i];
    const std::string wrong = complaint(o, coarse[i]);
    std::printf("%-36s %10.1e %10.1e %9.4f %9.1e %9.1f %6.1f  %s\n", o.scheme.c_str(), o.undershoot, o.overshoot,
                o.pulse_error, o.smooth_error, coarse[i].smooth_error / o.smooth_error, o.mass_drift / eps,
                wrong.c_str());
    right = right && wrong.empty();
  }
  return right;
}

int run(const Options& options) {
  example::UnfinishedFile picture(options.picture);
  const auto coarse = carry(options.backend, options.cells / 2);
  const auto fine = carry(options.backend, options.cells);
  draw_picture(picture, start(options.cells), fine);
  picture.finish();
  const bool right = print_table(fine, coarse);
  std::printf("picture: %s\n", options.picture.c_str());
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Advection by every flux scheme of the library.", "advection");
  app.option_defaults()->always_capture_default();
  std::vector<std::string> backends{"cpu"};
#if defined(ADVECTION_WITH_CUDA)
  backends.emplace_back("cuda");
#endif
  app.add_option("--backend", options.backend, "Where it runs")->check(CLI::IsMember(backends));
  app.add_option("--cells", options.cells, "Cells of the ring, a power of two")
      ->check(CLI::IsMember({64, 128, 256, 512}));
  app.add_option("--picture", options.picture, "The picture, a PNG")->type_name("FILE");
  try {
    app.parse(argc, argv);
    return run(options);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const example::UserError& error) {
    std::fprintf(stderr, "advection: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "advection: %s\n", error.what());
    return 1;
  }
}
