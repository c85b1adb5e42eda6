// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: explain takes an assignment, first its destination: explain(div, a + b)
#include <stencil/stencil.hpp>

using namespace stencil;

auto text(const CenterField<double>& a) { return explain(a); }
