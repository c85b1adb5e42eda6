// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: reach(f, ...) takes the location of each argument of the column function, Center{}, Face{} or Surface{}, or a number; of fields it is reach(f(x, y))
#include <stencil/stencil.hpp>

using namespace stencil;

int halo(const CenterField<double>& q) {
  return reach(columnwise([](auto x) { return results(above(x)); }), q).levels();
}
