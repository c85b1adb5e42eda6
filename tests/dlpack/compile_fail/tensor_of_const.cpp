// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: DLPack has no tensors that are only read; wrap memory that is not const
#include <stencil/dlpack.hpp>
#include <stencil/stencil.hpp>

using namespace stencil;

auto tensor(const double* memory, const ColumnGrid& grid) { return dlpack::to_dlpack(wrap_center(memory, grid)); }
