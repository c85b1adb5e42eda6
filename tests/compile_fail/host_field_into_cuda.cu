// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the destination and the expression live in different memories (host and device); give all fields the same backend
// together: sentences
#include <stencil/cuda.hpp>

using namespace stencil;

void copy(CenterField<double, backend::Cuda>& out, const CenterField<double>& a) { out = 2.0 * a; }
