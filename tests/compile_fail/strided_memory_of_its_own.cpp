// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a field's own memory is LevelsContiguous or ColumnsContiguous
#include <stencil/stencil.hpp>

using namespace stencil;

CenterField<double, backend::Cpu, layout::Strided> make(const ColumnGrid& grid) {
  return CenterField<double, backend::Cpu, layout::Strided>(grid);
}
