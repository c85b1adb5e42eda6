// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: conserves takes the divergence, at centers
#include <stencil/stencil.hpp>
#include <stencil/testing.hpp>

using namespace stencil;

bool check(const FaceField<double>& flux, const ColumnGrid& grid) {
  return static_cast<bool>(testing::conserves(flux, flux, grid));
}
