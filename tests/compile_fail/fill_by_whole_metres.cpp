// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: fill gives heights [m], which an integer parameter would cut to whole metres; give the function's first parameter the type double
#include <stencil/stencil.hpp>

using namespace stencil;

void heights_of(CenterField<double>& a) {
  a.fill([](int z) { return z; });
}
