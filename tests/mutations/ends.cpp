// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/core.hpp>
#include <stencil/ops/fct.hpp>
#include <stencil/plan/reads.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace stencil;

namespace {

template <class Where>
using At = FieldLeaf<double, Where, layout::LevelsContiguous, HostSpace>;
using Zalesak = decltype(FCTZalesak(0.5)(At<Face>{}, At<Center>{}, At<Center>{}));

}  // namespace

TEST_CASE("Every end row is asked what it reads, not the first alone", "[mutations]") {
  STATIC_REQUIRE(plan::first_row_read<Side::bottom, 0, Zalesak, 1>() == 0);
  STATIC_REQUIRE(plan::first_row_read<Side::top, 0, Zalesak, 1>() == 0);
}
