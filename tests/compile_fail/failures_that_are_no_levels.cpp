// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: require_solved takes the levels of first_failure in a SurfaceField<int>
#include <stencil/stencil.hpp>

using namespace stencil;

void check(const SurfaceField<double>& failures) { require_solved(failures); }
