// SPDX-License-Identifier: BSD-3-Clause
// A column function of a real model and the same formula by hand on a CPU: seconds of each, as lines of JSON.
//
//   OMP_NUM_THREADS=1 cpu_real_kessler [columns...]
//   cpu_real_kessler --write FOLDER    arguments and results of a few columns, for real_peers.py
//
// In float64, or with -DREAL_FLOAT32 in float32. What is expected of it is computed in float64 from arguments of the
// same type.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "cpu_real.hpp"
#include "cpu_timing.hpp"
#include "difference.hpp"

namespace race {
namespace {

/// The best of two series, whose calls take turns: a noisy machine disturbs both.
template <class F, class G>
std::pair<double, double> seconds(const F& one, const G& other) {
  double best[2] = {1e30, 1e30};
  one(), other();
  double spent = 0;
  for (int i = 0; i < 9 || (i < 200 && spent < 0.5); ++i) {
    const double first = timing::seconds_of(one), second = timing::seconds_of(other);
    best[0] = std::min(best[0], first), best[1] = std::min(best[1], second);
    spent += first + second;
  }
  return {best[0], best[1]};
}

/// The case in float64 for the columns that are repeated, from the arguments of the race.
using Expected = Ours<Case, backend::Cpu, layout::LevelsContiguous, double>;

/// The largest difference of a result from what is expected, as a part of its largest value.
double off(const Raw& raw, const Expected& expected, std::size_t columns, bool across) {
  double all = 0;
  std::size_t number = 0;
  for (const auto& one : expected.make.made) {
    if (!one.is_result) continue;
    const Real* const values = raw.out[number];
    const double* const right = expected.make.raw.out[number];
    const std::size_t rows = expected.make.rows(one.location);
    double here = 0, largest = 0;
    for (std::size_t i = 0; i < rows * columns; ++i) {
      const std::size_t row = across ? i / columns : i % rows, column = across ? i % columns : i / rows;
      const double wanted = right[(column % kinds) * rows + row], apart = std::abs(values[i] - wanted);
      here = difference::larger(here, apart);
      largest = std::max(largest, std::abs(wanted));
    }
    here = largest > 0 ? here / largest : here;
    all = difference::larger(all, here);
    ++number;
  }
  return all;
}

template <class Layout>
void measure(std::size_t columns, const Expected& expected) {
  Ours<Case, backend::Cpu, Layout> ours(columns), fields(columns);
  Raw raw = fields.make.raw;
  const Distances distances(fields.make.grid);
  distances.note(raw);
  constexpr bool across = Layout::columns_contiguous;
  const auto [time, by_hand] = seconds([&] { ours(policy()); }, [&] { run_by_hand(raw, across); });
  print_time(Case::name, "ours", Layout::name, columns, time, ours.bytes(),
             off(ours.make.raw, expected, columns, across));
  print_time(Case::name, "by hand", Layout::name, columns, by_hand, ours.bytes(), off(raw, expected, columns, across));
}

/// Arguments and results of `kinds` columns: a file of text that names arrays, and their numbers, column after column.
void write(const std::string& folder) {
  Expected ours(kinds);
  ours(policy());
  std::FILE* names = std::fopen((folder + "/" + Case::name + ".txt").c_str(), "w");
  std::FILE* numbers = std::fopen((folder + "/" + Case::name + ".bin").c_str(), "wb");
  if (names == nullptr || numbers == nullptr) {
    std::fprintf(stderr, "cpu_real: cannot write to %s\n", folder.c_str());
    std::exit(1);
  }
  bool whole = true;
  const auto put = [&](const double* values, std::size_t count) {
    if (std::fwrite(values, sizeof(double), count, numbers) != count) whole = false;
  };
  const auto& grid = ours.make.grid;
  std::fprintf(names, "grid z_centers c 1\ngrid z_faces f 1\n");
  put(&grid.z_centers(0)[0], ours.make.rows('c')), put(&grid.z_faces(0)[0], ours.make.rows('f'));
  std::size_t argument = 0, result = 0;
  for (const auto& one : ours.make.made) {
    std::fprintf(names, "%s %s %c %zu\n", one.is_result ? "result" : "argument", one.name.c_str(), one.location, kinds);
    if (one.is_result)
      put(ours.make.raw.out[result++], ours.make.rows(one.location) * kinds);
    else
      put(ours.make.patterns[argument].data(), ours.make.patterns[argument].size()), ++argument;
  }
  for (std::FILE* file : {names, numbers})
    if (std::ferror(file) != 0 || std::fclose(file) != 0) whole = false;
  if (!whole) {
    std::fprintf(stderr, "cpu_real: cannot write all to %s; is the disk full?\n", folder.c_str());
    std::exit(1);
  }
}

}  // namespace
}  // namespace race

int main(int count, char** argument) {
  using namespace race;
  if (count > 2 && std::strcmp(argument[1], "--write") == 0) {
    write(argument[2]);
    return 0;
  }
  std::vector<std::size_t> sizes;
  for (int i = 1; i < count; ++i) sizes.push_back(arguments::number<std::size_t>(count, argument, i, 0));
  Expected expected(kinds);
  expected(policy());
  for (const std::size_t columns : sizes) {
    measure<layout::LevelsContiguous>(columns, expected);
    measure<layout::ColumnsContiguous>(columns, expected);
  }
}
