// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the mask and the destination live in different memories (host and device); give all fields the same backend
// together: sentences
#include <stencil/cuda.hpp>

using namespace stencil;

void warm(CenterField<double, backend::Cuda>& a, const SurfaceField<double>& land) {
  assign(a, a + 1.0, policy().where(land > 0.0));
}
