// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: backend::Cpu has no streams
#include <stencil/stencil.hpp>

using namespace stencil;

struct Stream {};
void update(CenterField<double>& out, const CenterField<double>& a) { assign(out, a, policy().on(Stream{})); }
