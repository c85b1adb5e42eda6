// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: backend::Kokkos takes kokkos::TeamScratch, kokkos::Vectors or no strategy
#include <stencil/kokkos.hpp>

using namespace stencil;

using Centers = CenterField<double, backend::Kokkos<>>;
void update(Centers& out, const Centers& a) { assign(out, a, with(cpu::StoreAll{})); }
