// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: in_groups<8>(fields, f) takes at least one field at a time
#include <stencil/stencil.hpp>

using namespace stencil;

void none(std::array<CenterField<double>, 3>& all) {
  in_groups<0>(all, [](auto&...) {});
}
