// SPDX-License-Identifier: BSD-3-Clause
// Sorts columns of water with overturns and estimates how much they mix; README.md beside this file has the equations
// and the picture.
//
// Returns 0 on success, 1 if a checked number is out of its range, 2 if the command line is wrong or the picture cannot
// be written.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
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

using namespace thorpe;

struct Options {
  std::string backend = "cpu";
  std::string picture = "thorpe.png";
  std::size_t columns = 2000;
};

Outcome block(const std::string& backend, int cells) {
#if defined(THORPE_WITH_CUDA)
  if (backend == "cuda") return block_on_cuda(cells);
#endif
  static_cast<void>(backend);
  return block_on_cpu(cells);
}
Outcome ensemble(const std::string& backend, std::size_t columns) {
#if defined(THORPE_WITH_CUDA)
  if (backend == "cuda") return ensemble_on_cuda(columns);
#endif
  static_cast<void>(backend);
  return ensemble_on_cpu(columns);
}

/// A number must be the one worked out by hand, but for rounding.
example::Check near(const char* what, double computed, double by_hand) {
  constexpr double stated = 1e-9;
  return {what, computed, by_hand * (1 - stated), by_hand * (1 + stated)};
}

/// A block of n cells of height 1 m: a cell at distance s from the block's middle is 2 s from its place at rest, so the
/// mean square of the displacements is (n^2 - 1)/3; the density there is wrong by 2 b s, b being its slope.
bool check_block(const std::string& backend) {
  constexpr int cells = 40;
  constexpr double n = cells, frequency = 0.01;
  const double squared_scale = (n * n - 1.0) / 3.0;
  const double slope = reference_density / gravity * frequency * frequency;
  const Outcome o = block(backend, cells);
  const std::size_t middle = o.z.size() / 2;
  const auto in_block = std::count_if(o.thorpe_scale.begin(), o.thorpe_scale.end(), [](double l) { return l > 0; });
  return example::print_checks({
      near("block of 40 m, Thorpe scale [m]", o.thorpe_scale[middle], std::sqrt(squared_scale)),
      near("block of 40 m, diffusivity [m2/s]", o.diffusivity[middle], 0.128 * squared_scale * frequency),
      near("block of 40 m, energy set free [J/m2]", o.energy, gravity * slope * n * (n * n - 1.0) / 6.0),
      {"cells found in the block", static_cast<double>(in_block), n, n},
  });
}

bool print_ensemble(const Outcome& o, std::size_t columns) {
  std::uint64_t mixing = 0;
  for (const std::uint64_t count : o.counts) mixing += count;
  const std::uint64_t cells = static_cast<std::uint64_t>(columns) * o.z.size();
  double mean = 0, largest = 0;
  for (const double k : o.mean) mean += k / static_cast<double>(o.mean.size());
  for (const double k : o.ninth_decile) largest = std::max(largest, k);
  const auto mode = std::max_element(o.counts.begin(), o.counts.end()) - o.counts.begin();
  std::printf(
      "%zu columns: %.2f %% of the cells in overturns, mean diffusivity %.3e m2/s, largest ninth decile of a level "
      "%.3e m2/s,\nmost frequent log10 K between %.2f and %.2f, %.2f J/m2 set free\n",
      columns, 100.0 * static_cast<double>(mixing) / static_cast<double>(cells), mean, largest,
      o.edges[static_cast<std::size_t>(mode)], o.edges[static_cast<std::size_t>(mode) + 1], o.energy);
  // Every cell is counted once, and the water at rest is densest below.
  return mixing + o.at_rest + o.elsewhere == cells && o.elsewhere == 0 &&
         std::is_sorted(o.sorted.rbegin(), o.sorted.rend());
}

int run(const Options& options) {
  example::UnfinishedFile picture(options.picture);
  bool right = check_block(options.backend);
  const Outcome o = ensemble(options.backend, options.columns);
  right &= print_ensemble(o, options.columns);
  draw_picture(picture, o);
  picture.finish();
  std::printf("picture: %s\n", options.picture.c_str());
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Thorpe scales and diapycnal diffusivity of an ensemble of ocean columns.", "thorpe");
  app.option_defaults()->always_capture_default();
#if defined(THORPE_WITH_CUDA)
  constexpr bool with_cuda = true;
#else
  constexpr bool with_cuda = false;
#endif
  app.add_option("--backend", options.backend, "Where it runs")->check(example::built_backend(with_cuda));
  app.add_option("--columns", options.columns, "Columns of the ensemble")->check(CLI::Range(1, 10000000));
  app.add_option("--picture", options.picture, "The picture, a PNG")
      ->check(example::picture_file(".png"))
      ->type_name("FILE");
  try {
    app.parse(argc, argv);
    const int result = run(options);
    example::flush_standard_output();
    return result;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? example::code_after_help("thorpe") : 2;
  } catch (const example::UserError& error) {
    std::fprintf(stderr, "thorpe: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "thorpe: %s\n", error.what());
    return 1;
  }
}
