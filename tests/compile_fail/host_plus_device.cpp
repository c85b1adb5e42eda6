// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: host and device fields cannot be combined in one expression
#include "another_backend.hpp"

using namespace stencil;

auto sum(const CenterField<double>& a, const CenterField<double, another::Backend>& b) { return a + b; }
