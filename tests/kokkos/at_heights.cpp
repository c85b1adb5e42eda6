// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/kokkos.hpp>

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <utility>

#include "column/at_heights_program.hpp"

TEST_CASE("at_height and at_level at levels through Kokkos have the bits of the CPU backend", "[kokkos][at_heights]") {
  using namespace stencil;
  for (const auto& [from, to] : {std::pair{1, 4}, {3, 2}, {5, 33}, {65, 40}}) {
    INFO(from << " to " << to << " levels");
    const auto by = [&]<class Backend>(Backend) {
      return at_heights::results<Backend, layout::ColumnsContiguous, double, double>(from, to, 5);
    };
    CHECK(remaps::first_difference(by(backend::Kokkos<>{}), by(backend::Cpu{})) == "");
  }
}
