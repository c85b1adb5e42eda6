// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: backend::Cuda evaluates expressions by cuda::RegisterColumns, cuda::SharedMemory, cuda::Pointwise, cuda::ColumnLanes or without a strategy; others are for column functions and solves
// together: sentences
#include <stencil/cuda.hpp>

using namespace stencil;

void add_half(CenterField<double, backend::Cuda>& a) { assign(a, a + 0.5, with(cuda::RowsInLane<16>{})); }
