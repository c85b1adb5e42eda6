// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: backend::Cpu takes cpu::Recompute, cpu::StoreAll or no strategy
#include <stencil/stencil.hpp>

using namespace stencil;

struct SharedMemory {};
void update(CenterField<double>& out, const CenterField<double>& a) { assign(out, a, with(SharedMemory{})); }
