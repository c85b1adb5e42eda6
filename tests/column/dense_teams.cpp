// SPDX-License-Identifier: BSD-3-Clause
#include "column/dense_program.hpp"

#include <stencil/emulation/emulation.hpp>

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <limits>

namespace {

template <class Layout, class T>
void require_exact(int levels, std::size_t columns) {
  const auto r = dense::run<stencil::backend::Emulation, Layout, T>(levels, columns);
  const auto [share, what] = dense::worst(r, levels, columns, std::numeric_limits<T>::epsilon());
  INFO(levels << " levels, " << columns << " columns, " << what);
  CHECK(share <= 1);
  CHECK(share > 0);
}

}  // namespace

// A block of the emulation holds 64 levels; of 137 it takes pieces.
TEST_CASE("A team multiplies dense operators exactly to rounding, whole columns and pieces of them",
          "[column][dense]") {
  for (const int levels : {1, 2, 3, 8, 33, 64, 65, 137}) {
    require_exact<stencil::layout::LevelsContiguous, double>(levels, 9);
    require_exact<stencil::layout::ColumnsContiguous, float>(levels, 3);
  }
}
