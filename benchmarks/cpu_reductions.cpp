// SPDX-License-Identifier: BSD-3-Clause
// Reductions along columns and over all of them on the CPU: bytes read in a second, over those that a triad of the same
// run moves.
//
//   cpu_reductions [levels [columns]]
#include <cstddef>
#include <cstdio>

#include <stencil/stencil.hpp>

#include "arguments.hpp"
#include "cpu_timing.hpp"

using namespace stencil;

namespace {

template <class Call>
double seconds(const Call& call) {
  return timing::shortest(9, call);
}

template <class T, class Layout>
void measure(int levels, std::size_t columns) {
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
  CenterField<T, backend::Cpu, Layout> a(grid), b(grid), c(grid);
  SurfaceField<T> s(grid);
  a.fill([](double z, std::size_t column) { return static_cast<T>(z + static_cast<double>(column % 17)); });
  b = T(1);
  const double triad = seconds([&] { c = a + T(3) * b; }) / 3;
  double kept = 0;
  const double sums = triad / seconds([&] { s = column_sum(a); });
  const double largest = triad / seconds([&] { s = column_max(a); });
  const double all = triad / seconds([&] { kept += global_sum(a); });
  const double largest_of_all = triad / seconds([&] { kept += static_cast<double>(global_max(a)); });
  std::printf("%-18s float%zu %d x %zu: column_sum %.2f, column_max %.2f, global_sum %.2f, global_max %.2f%s\n",
              Layout::name, 8 * sizeof(T), levels, columns, sums, largest, all, largest_of_all, kept < 0 ? " " : "");
}

}  // namespace

int main(int count, char** argument) {
  const int levels = arguments::number(count, argument, 1, 64);
  const auto columns = arguments::number<std::size_t>(count, argument, 2, 100'000);
  measure<double, layout::LevelsContiguous>(levels, columns);
  measure<double, layout::ColumnsContiguous>(levels, columns);
  measure<float, layout::ColumnsContiguous>(levels, columns);
}
