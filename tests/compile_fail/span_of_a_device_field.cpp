// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: as_span is for fields in memory of the host; copy this one with to_host()
#include "another_backend.hpp"

using namespace stencil;

auto all(const CenterField<double, another::Backend>& a) { return as_span(a); }
