// SPDX-License-Identifier: BSD-3-Clause
// Columns of all ranks, on each rank's own threads or device: W1, a time step's work of the ensemble of single columns
// (four tendencies of a boundary layer), and sums of all columns, whose bits are printed.
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <stencil/mpi.hpp>

#include "arguments.hpp"
#include "boundary_layer.hpp"

namespace many_ranks {

using namespace stencil;

/// The least of some tries, each the longest of all ranks: seconds of one call.
template <class Backend, class F>
double seconds(const mpi::Domain& domain, int repetitions, const F& call) {
  const auto wait = [] {
    if constexpr (requires { Backend::wait(policy()); }) Backend::wait(policy());
  };
  double least = 1e300;
  for (int attempt = 0; attempt < 7; ++attempt) {
    wait();
    MPI_Barrier(domain.communicator());
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < repetitions; ++i) call();
    wait();
    double mine = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, MPI_MAX, domain.communicator());
    least = std::min(least, mine);
  }
  return least / repetitions;
}

/// One word for the bits of many numbers (FNV-1a, 64 bits).
class Bits {
 public:
  void add(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    for (int byte = 0; byte < 8; ++byte) word_ = (word_ ^ (bits >> (8 * byte) & 0xffU)) * 1099511628211U;
  }
  void add(const std::vector<double>& x) {
    for (const double number : x) add(number);
  }
  std::uint64_t word() const { return word_; }

 private:
  std::uint64_t word_ = 14695981039346656037U;
};

/// many_ranks LEVELS COLUMNS [REPETITIONS]: columns of all ranks together.
template <class Backend>
int measure(MPI_Comm world, int count, char** argument) {
  const int levels = count > 1 ? arguments::whole<int>(argument[1]) : 64;
  const std::size_t columns = count > 2 ? arguments::whole<std::size_t>(argument[2]) : 65536;
  const int repetitions = count > 3 ? arguments::whole<int>(argument[3]) : 20;
  const mpi::Domain domain(world, columns);
  const auto grid = domain.grid(ColumnGrid::stretched(levels, 0.0, 20e3, 40.0));
  using Cells = CenterField<double, Backend>;

  const Cells a(grid), b(grid);
  Cells out(grid);
  const FaceField<double, Backend> f(grid);
  const auto number = [&](std::size_t own) { return static_cast<double>(domain.column(own)); };
  a.fill([&](double z, std::size_t c) { return 1 + 1e-5 * z + 1e-3 * std::sin(number(c)); });
  b.fill([&](double z, std::size_t c) { return 2 - 1e-5 * z + 1e-3 * std::cos(0.1 * number(c)); });
  f.fill([](double z) { return 1 + std::sin(z / 1e4); });
  const auto w1 = [&] { out = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)))(f * GradientC2F()(a * b)); };
  const double of_w1 = seconds<Backend>(domain, repetitions, w1);
  double sum = 0;
  const double of_sum = seconds<Backend>(domain, std::max(1, repetitions / 5), [&] { sum = global_sum(domain, out); });
  std::vector<double> mean;
  const double of_mean =
      seconds<Backend>(domain, std::max(1, repetitions / 10), [&] { mean = level_mean(domain, out); });
  // What the ranks wait for in a sum, and for a plain number.
  const auto allreduce = [&](int words) {
    std::vector<std::int64_t> all(static_cast<std::size_t>(words));
    return seconds<Backend>(domain, 100, [&] {
      MPI_Allreduce(MPI_IN_PLACE, all.data(), words, MPI_INT64_T, MPI_SUM, domain.communicator());
    });
  };
  const double of_limbs = allreduce(71), of_word = allreduce(1), of_levels = allreduce(72 * levels);
  Bits bits;
  bits.add(sum);
  bits.add(mean);
  bits.add(level_variance(domain, out));
  bits.add(global_norm(domain, out));
  bits.add(static_cast<double>(global_min(domain, out)));
  bits.add(static_cast<double>(global_max(domain, out)));
  bits.add(global_sum(domain, a, spacing(Center{})));

  boundary_layer::State<double, Backend, layout::LevelsContiguous> state(grid);
  state.e.fill([&](double z, std::size_t c) {
    return 1.2 * std::exp(-z / 8000) * (300 + 0.003 * z) * (1 + 1e-3 * std::sin(number(c)));
  });
  state.u.fill([&](double z, std::size_t c) { return 5 + z / 1000 * (1 + 1e-3 * std::sin(2 * number(c))); });
  const double of_step = seconds<Backend>(domain, repetitions, [&] { state.four(policy()); });
  for (const auto* tendency : {&state.rho_t, &state.e_t, &state.u_t, &state.v_t}) {
    bits.add(global_sum(domain, *tendency));
    bits.add(level_mean(domain, *tendency));
  }
  if (domain.rank() == 0) {
    const double bytes = 8.0 * static_cast<double>(columns) * (4.0 * levels + 1);
    std::printf(
        "%s %d ranks, %d x %zu: W1 %.4f ms, %.0f GB/s; step %.4f ms; global_sum %.4f ms; level_mean %.4f ms; "
        "allreduce of 1, 71 and %d words %.1f, %.1f, %.1f us; bits %016llx\n",
        Backend::name, domain.ranks(), levels, columns, 1e3 * of_w1, 1e-9 * bytes / of_w1, 1e3 * of_step, 1e3 * of_sum,
        1e3 * of_mean, 72 * levels, 1e6 * of_word, 1e6 * of_limbs, 1e6 * of_levels,
        static_cast<unsigned long long>(bits.word()));
  }
  return 0;
}

}  // namespace many_ranks
