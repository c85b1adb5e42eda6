// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: fill takes a value or, for a SurfaceField, a function of (column)
#include <stencil/stencil.hpp>

using namespace stencil;

void start(SurfaceField<double>& flux) {
  flux.fill([](double z, std::size_t column) { return z + static_cast<double>(column); });
}
