// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: center and face values cannot be combined pointwise
#include <stencil/stencil.hpp>

using namespace stencil;

auto center_plus_face(const CenterField<double>& a, const FaceField<double>& f) { return a + f; }
