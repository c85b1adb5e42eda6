// SPDX-License-Identifier: BSD-3-Clause
// What redistribute gains where columns have unequal costs: rain that falls in as many substeps as a column needs, 30
// in the first third of the columns, which have convection, and 1 in the others.
//
//   mpirun -n RANKS cpu_uneven_columns [LEVELS [COLUMNS [STEPS]]]
//
// Prints, of the rank that takes longest and of the mean rank, the processor time of a step, and the time on the clock,
// with columns in blocks and redistributed; and how long it takes to redistribute them. Returns 1 unless the sum over
// all columns keeps its bits. Start it with OMP_NUM_THREADS=1.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <ctime>

#include <stencil/mpi.hpp>
#include <stencil/stencil.hpp>

#include "arguments.hpp"

using namespace stencil;

namespace {

struct Rain {
  double time_step = 300.0;  // [s]

  STENCIL_FUNCTION auto operator()(auto water, auto speed) const {
    const auto longest = 0.8 / column_max(speed / spacing(Center{}));
    auto [fallen, left, substeps, done] = repeat_until(
        [&](auto q, auto to_do) {
          const auto dt = min(to_do, longest);
          const auto moved = march(
              from_top, 0.0 * dt,
              [](auto& from_above, auto x, auto v, auto dz, auto step) {
                const auto out = v * x;
                const auto now = x + step / dz * (from_above - out);
                from_above = out;
                return now;
              },
              q, speed, spacing(Center{}), dt);
          return results(moved, to_do - dt, to_do - dt <= 0.0);
        },
        200, water, time_step + 0.0 * longest);
    return results(fallen, 1.0 * substeps);
  }
};

double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Seconds of a call: the least of some tries.
struct Cost {
  double longest = 1e300, mean = 1e300;  ///< processor time, of the ranks
  double wall = 1e300;
};
template <class F>
Cost cost(const mpi::Domain& domain, int calls, const F& call) {
  Cost least;
  for (int attempt = 0; attempt < 5; ++attempt) {
    MPI_Barrier(domain.communicator());
    const auto begin = std::chrono::steady_clock::now();
    const double before = processor_time();
    for (int i = 0; i < calls; ++i) call();
    double mine[] = {processor_time() - before,
                     std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()};
    double sum = mine[0];
    MPI_Allreduce(MPI_IN_PLACE, mine, 2, MPI_DOUBLE, MPI_MAX, domain.communicator());
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, domain.communicator());
    least = {std::min(least.longest, mine[0] / calls), std::min(least.mean, sum / domain.ranks() / calls),
             std::min(least.wall, mine[1] / calls)};
  }
  return least;
}

int measure(MPI_Comm world, int count, char** argument) {
  const int levels = count > 1 ? arguments::whole<int>(argument[1]) : 64;
  const std::size_t columns = count > 2 ? arguments::whole<std::size_t>(argument[2]) : 12288;
  const int steps = count > 3 ? arguments::whole<int>(argument[3]) : 3;
  const mpi::Domain blocks(world, columns);
  const auto grid = blocks.grid(ColumnGrid::uniform(levels, 0.0, 100.0 * levels));
  CenterField<double> water(grid), speed(grid), fallen(grid);
  SurfaceField<double> substeps(grid);
  water.fill([&](double z, std::size_t c) { return 1e-3 + 1e-7 * z + 1e-9 * static_cast<double>(blocks.column(c)); });
  // A substep crosses 0.8 of a cell of 100 m, 30 of them 8 m/s for 300 s.
  speed.fill([&](double, std::size_t c) { return 3 * blocks.column(c) < columns ? 7.9 : 0.2; });

  // What a column costs besides, in substeps: from the times of one rank and of four in blocks.
  constexpr double besides = 1.7;
  const auto step = [&] { fields(fallen, substeps) = columnwise(Rain{})(water, speed); };
  const Cost in_blocks = cost(blocks, steps, step);
  const double sum = global_sum(blocks, fallen), most = global_max(blocks, substeps);
  const SurfaceField<double> weights = substeps + besides;
  const Cost of_moving = cost(blocks, 1, [&] {
    mpi::Domain even = blocks;
    CenterField<double> moving = water, with_it = speed;
    even.redistribute(moving, with_it, weights);
  });
  mpi::Domain even = blocks;
  even.redistribute(water, speed, weights);
  fallen.resize(water.grid());
  substeps.resize(water.grid());
  const Cost redistributed = cost(even, steps, step);
  const bool same = global_sum(even, fallen) == sum;
  if (blocks.rank() == 0) {
    const auto line = [](const char* what, const Cost& c) {
      std::printf("  %-22s processor time %8.3f ms of the longest rank, %8.3f of the mean one; clock %8.3f ms\n", what,
                  1e3 * c.longest, 1e3 * c.mean, 1e3 * c.wall);
    };
    std::printf("%d ranks, %d x %zu, 1 to %.0f substeps; the sum has %s bits\n", blocks.ranks(), levels, columns, most,
                same ? "the same" : "OTHER");
    line("a step, in blocks", in_blocks);
    line("a step, redistributed", redistributed);
    line("to redistribute", of_moving);
  }
  return same ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return mpi::run(argc, argv, [&](MPI_Comm world) { return measure(world, argc, argv); });
}
