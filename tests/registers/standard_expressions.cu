// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/cuda.hpp>

/// W2 of docs/performance.md, which holds W1, in both precisions and layouts, of which float32 with columns contiguous
/// needs least; cmake/spills.cmake reads what ptxas says of them.
namespace {

using namespace stencil;

template <class T, class Layout>
void assign_on(const ColumnGrid& grid) {
  Field<T, Center, backend::Cuda, Layout> out(grid), a(grid), b(grid);
  Field<T, Face, backend::Cuda, Layout> f(grid);
  const auto div = DivergenceF2C(bottom(SetValue(0)), top(SetValue(0)));
  assign(out, div(f * GradientC2F()(div(exp(InterpolateC2F()(a)) * GradientC2F()(a * b)))),
         with(cuda::RegisterColumns{}));
}

}  // namespace

void assign_all(const ColumnGrid& grid) {
  assign_on<double, layout::LevelsContiguous>(grid);
  assign_on<double, layout::ColumnsContiguous>(grid);
  assign_on<float, layout::LevelsContiguous>(grid);
}
