// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/emulation/emulation.hpp>

#include "changed_heights.hpp"

using namespace heights_test;

TEST_CASE("Heights set by several threads are those that lanes read next", "[heights]") {
  require_heights_like_new<double, backend::Emulation, layout::LevelsContiguous>(with(emulation::Lanes<>{}));
}
