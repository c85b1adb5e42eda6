// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the destination and the expression live in different memories (host and device)
#include "elsewhere.hpp"

using namespace stencil;

void copy(CenterField<double, backend::Kokkos<Elsewhere>>& out, const CenterField<double>& a) { out = a * 2.0; }
