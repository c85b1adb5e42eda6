// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: in_groups takes a std::array, a std::tuple or a std::tie of fields, whose number the compiler knows;
#include <stencil/stencil.hpp>

#include <vector>

using namespace stencil;

void warm(std::vector<CenterField<double>>& tracers) {
  in_groups<8>(tracers, [](auto&... q) { ((q += 1.0), ...); });
}
