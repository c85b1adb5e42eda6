// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the expression has values at faces, but the destination does not
#include <stencil/stencil.hpp>

using namespace stencil;

std::string look(CenterField<double>& out, const CenterField<double>& a) {
  return explain(out, GradientC2F()(a)).text();
}
