// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/kokkos.hpp>

#include "columns.hpp"
#include "kokkos_by_hand.hpp"

namespace {

using Backend = stencil::backend::Kokkos<>;

/// The cases of cpu_columns with team kernels to compare with.
template <bool Fused>
struct W1 : benchmarks::W1 {
  template <class T>
  static void hand(const by_hand::Problem<T>& p, bool levels) {
    if (Fused) {
      levels ? kokkos_by_hand::w1_levels_fused(p) : kokkos_by_hand::w1_columns_fused(p);
    } else {
      levels ? kokkos_by_hand::w1_levels(p) : kokkos_by_hand::w1_columns(p);
    }
  }
};
struct W2 : benchmarks::W2 {
  template <class T>
  static void hand(const by_hand::Problem<T>& p, bool levels) {
    levels ? kokkos_by_hand::w2_levels(p) : kokkos_by_hand::w2_columns(p);
  }
};

struct W1Fused : W1<true> {
  static constexpr const char* name = "W1 fused";
};

}  // namespace

/// W1 and W2 by backend::Kokkos on the default execution space, which is to be one of the host, beside hand-written
/// Kokkos team kernels and a triad of the same streams. Run it through table.py.
int main(int argc, char** argv) {
  Kokkos::initialize(argc, argv);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  const std::vector<benchmarks::Size> sizes = {{64, 256, "L2"}, {63, 256, "L2"}, {64, 1 << 18, "memory"}};
  benchmarks::add_precision<W1<false>, double, Backend>(sizes);
  benchmarks::add_precision<W1<false>, float, Backend>(sizes);
  benchmarks::add_precision<W1Fused, double, Backend>(sizes);
  benchmarks::add_precision<W1Fused, float, Backend>(sizes);
  benchmarks::add_precision<W2, double, Backend>(sizes);
  benchmarks::add_precision<W2, float, Backend>(sizes);
  benchmark::RunSpecifiedBenchmarks();
  Kokkos::finalize();
  return 0;
}
