// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: running_mean takes values at centers, but was given values at faces; bring them there first
#include <stencil/stencil.hpp>

using namespace stencil;

void smooth(CenterField<double>& out, const FaceField<double>& w) { out = running_mean(w, 200.0); }
