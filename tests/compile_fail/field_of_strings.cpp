// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a field holds numbers, conditions or Vecs
#include <stencil/stencil.hpp>

#include <string>

using namespace stencil;

void names(const ColumnGrid& grid) { const CenterField<std::string> name(grid); }
