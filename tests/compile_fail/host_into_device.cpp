// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the destination and the expression live in different memories (host and device); give all fields the same backend
#include "another_backend.hpp"

using namespace stencil;

void copy(CenterField<double, another::Backend>& out, const CenterField<double>& a) { out = a * 2.0; }
