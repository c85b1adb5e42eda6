// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: column_min and column_max compare numbers; take one component, component<0>(u)
#include <stencil/stencil.hpp>

using namespace stencil;

void strongest(SurfaceField<double>& out, const CenterField<Vec<double, 2>>& u) { out = column_max(u); }
