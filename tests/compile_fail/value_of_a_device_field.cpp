// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the host cannot read single values of a field of this backend; copy them with to_host()
#include "another_backend.hpp"

using namespace stencil;

double lowest(const CenterField<double, another::Backend>& a) { return a(0, 0); }
