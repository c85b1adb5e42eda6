// SPDX-License-Identifier: BSD-3-Clause
// The standard library's template fails before anything of the library is asked.
// expect: no matching function for call to
#include <stencil/stencil.hpp>

#include <algorithm>

using namespace stencil;

void clip(CenterField<double>& a) { a = std::max(a, 0.0); }
