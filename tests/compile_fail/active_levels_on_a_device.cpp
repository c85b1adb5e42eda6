// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the fields of active levels and the destination live in different memories (host and device);
#include <stencil/stencil.hpp>

using namespace stencil;

/// A field of levels in memory of another kind.
struct Elsewhere {
  static constexpr const char* name = "elsewhere";
};

void update(CenterField<double>& a, const SurfaceField<int>& floor) {
  const FieldLeaf<int, Surface, layout::LevelsContiguous, Elsewhere> there{floor.data(), {}, nullptr, nullptr};
  assign(a, 2.0 * a, active_levels(there, 5));
}
