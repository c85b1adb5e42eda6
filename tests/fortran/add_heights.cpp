// SPDX-License-Identifier: BSD-3-Clause
// What model.f90 calls.
#include <ISO_Fortran_binding.h>

#include <stencil/stencil.hpp>

namespace {

template <class Part>
void add_heights(const Part& part) {
  using namespace stencil;
  const auto levels = static_cast<int>(part.extent(1));
  const auto grid = ColumnGrid::uniform(levels, 0.0, levels, part.extent(0));
  const auto t = wrap_center(part, grid);
  t = t + heights(Center{});
}

}  // namespace

extern "C" void add_heights_levels_first(CFI_cdesc_t* t) { add_heights(stencil::levels_first<double>(*t)); }
extern "C" void add_heights_columns_first(CFI_cdesc_t* t) { add_heights(stencil::columns_first<double>(*t)); }
