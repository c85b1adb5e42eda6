// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: first_failure takes what factorize(A) or solve(A, b) gives inside a column function
#include <stencil/stencil.hpp>

using namespace stencil;

void look(SurfaceField<int>& failures, const CenterField<double>& a) { failures = first_failure(a); }
