// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this backend does not carry out column functions
#include "another_backend.hpp"

using namespace stencil;

struct Twice {
  template <class X>
  auto operator()(const X& x) const {
    return results(2.0 * x);
  }
};

void twice(CenterField<double, another::Backend>& y, const CenterField<double, another::Backend>& x) {
  y = columnwise(Twice{})(x);
}
