// SPDX-License-Identifier: BSD-3-Clause
// A boundary-layer column with 1, 1, 2, 4 and 9 results on one thread of a CPU: nanoseconds for each level of each
// column by column functions, by loops written by hand under the same rules of arithmetic, and by these with
// -ffast-math.
//
//   OMP_NUM_THREADS=1 cpu_boundary_layer [levels [columns [file]]]
//
// The file is for boundary_layer_peers.py: one column of float64, heights, arguments and results.
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <vector>

#include <stencil/stencil.hpp>

#include "arguments.hpp"
#include "boundary_layer_arrays.hpp"
#include "boundary_layer_file.hpp"
#include "cpu_timing.hpp"
#include "difference.hpp"

namespace {

using namespace stencil;
using boundary_layer::Results;

/// Of a call, for each of `points`.
template <class F>
double nanoseconds(double points, const F& call) {
  return 1e9 * timing::shortest(15, call) / points;
}

template <class T, class Layout>
void measure(int levels, std::size_t columns) {
  const auto grid = ColumnGrid::stretched(levels, 0.0, 20e3, 40.0, columns);
  using State = boundary_layer::State<T, backend::Cpu, Layout>;
  State s(grid);
  const boundary_layer::Constants constants;
  const boundary_layer::Metric<T> metric(constants, grid);
  const auto x = boundary_layer::arrays_of(s, metric.inverse_dc.data(), metric.inverse_df.data(), metric.length.data());
  const double points = static_cast<double>(levels) * static_cast<double>(columns);
  std::printf("%-18s float%d %4d x %zu, ours, by hand, -ffast-math:", Layout::name, 8 * static_cast<int>(sizeof(T)),
              levels, columns);
  const auto report = [&](const char* name, Results which, const auto& ours, const auto&... fields) {
    const bool across = Layout::columns_contiguous;
    const double fast = nanoseconds(points, [&] { boundary_layer::by_hand_fast::run(which, constants, x, across); });
    const double hand = nanoseconds(points, [&] { boundary_layer::by_hand::run(which, constants, x, across); });
    const std::vector<std::vector<T>> by_hand{fields.to_host()...};
    const double time = nanoseconds(points, ours);
    std::size_t number = 0;
    double off = 0;
    ((off = difference::larger(off, boundary_layer::apart(fields, by_hand[number++]))), ...);
    std::printf(" %s %.2f %.2f %.2f (%.0e apart)%s", name, time, hand, fast, off,
                which == Results::nine ? " ns\n" : ",");
    std::fflush(stdout);
  };
  report("diffusivity", Results::diffusivity, [&] { s.diffusivity(policy()); }, s.k);
  report("heat", Results::heating, [&] { s.heating(policy()); }, s.e_t);
  report("2 results", Results::two, [&] { s.two(policy()); }, s.k, s.e_t);
  report("4 results", Results::four, [&] { s.four(policy()); }, s.rho_t, s.e_t, s.u_t, s.v_t);
  report(
      "9 results", Results::nine, [&] { s.nine(policy()); }, s.rho_t, s.e_t, s.u_t, s.v_t, s.q1_t, s.q2_t, s.p, s.k,
      s.w_t);
}

}  // namespace

int main(int count, char** argument) {
  const int levels = arguments::number(count, argument, 1, 63);
  const auto columns = arguments::number<std::size_t>(count, argument, 2, 4096);
  if (count > 3) boundary_layer::write<backend::Cpu>(argument[3], levels);
  measure<double, layout::LevelsContiguous>(levels, columns);
  measure<double, layout::ColumnsContiguous>(levels, columns);
#if !defined(ONLY_FLOAT64)
  measure<float, layout::LevelsContiguous>(levels, columns);
  measure<float, layout::ColumnsContiguous>(levels, columns);
#endif
}
