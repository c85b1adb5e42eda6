// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: backend::Kokkos runs on an instance of its own execution space
#include "elsewhere.hpp"

using namespace stencil;

using Centers = CenterField<double, backend::Kokkos<Kokkos::Serial>>;
void update(Centers& out, const Centers& a) { assign(out, a, policy().on(Elsewhere{})); }
