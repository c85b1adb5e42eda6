// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: column_integral takes values at centers
#include <stencil/stencil.hpp>

using namespace stencil;

void weigh(SurfaceField<double>& mass, const FaceField<double>& f) { mass = column_integral(f); }
