// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an expression refers to the memory of its fields, but this field is a temporary
#include <stencil/stencil.hpp>

using namespace stencil;

auto matrix(const ColumnGrid& grid) { return operator_matrix(UpwindBiasedProductC2F(), FaceField<double>(grid)); }
