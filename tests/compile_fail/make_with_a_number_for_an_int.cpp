// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: make<State>(a, b, ...) takes a value for each member of a plain struct, in order
#include <stencil/stencil.hpp>

using namespace stencil;

struct Layer {
  double mass;
  int count;
};

auto layer(const SurfaceField<double>& at_top) { return make<Layer>(at_top, 0.5); }
