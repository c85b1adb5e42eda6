// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <stencil/kokkos.hpp>

#include <cstddef>
#include <cstring>
#include <tuple>
#include <vector>

#include "cuda/program.hpp"

namespace {

using namespace stencil;

template <class T>
bool same_bits(const std::vector<T>& x, const std::vector<T>& y) {
  return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(T)) == 0;
}

template <class T, class L>
struct Axis {
  using number = T;
  using layout = L;
};
// Strategies do not ask for the number; the pairs of both layouts with both are those of tests/cuda.
using Axes = std::tuple<Axis<double, layout::LevelsContiguous>, Axis<float, layout::ColumnsContiguous>>;

}  // namespace

// Nested operators, a destination among the operands, several outputs with shared work, a mask, and surface values.
TEMPLATE_LIST_TEST_CASE("A small model gives the bits of the CPU, in vectors and through team scratch", "[kokkos]",
                        Axes) {
  using T = typename TestType::number;
  using Layout = typename TestType::layout;
  for (const int levels : {1, 2, 3, 20, 33, 64, 65, 1000, 4097}) {
    for (const std::size_t columns : {1, 3, 33, 600}) {
      if (levels >= 1000 && columns > 33) continue;
      for (const bool ring : {false, true}) {
        const program::Case c{levels, columns, ring};
        const auto expected = program::run<backend::Cpu, Layout, T>(c);
        CAPTURE(levels, columns, ring);
        const auto in_vectors = program::run<backend::Kokkos<>, Layout, T>(c);
        REQUIRE(same_bits(in_vectors, expected));
        const auto in_teams = program::run<backend::Kokkos<>, Layout, T>(c, kokkos::TeamScratch<>{.threads = 4});
        REQUIRE(same_bits(in_teams, expected));
      }
    }
  }
}
