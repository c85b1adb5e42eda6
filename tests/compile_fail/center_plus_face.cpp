// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: center and face values cannot be combined pointwise; bring one of them over with InterpolateC2F or InterpolateF2C
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

auto center_plus_face(const CenterField<double>& a, const FaceField<double>& f) { return a + f; }
