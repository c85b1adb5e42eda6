// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/cuda.hpp>

/// W1 and W2 of docs/performance.md in both precisions and layouts; cmake/spills.cmake reads what ptxas says of them.
namespace {

using namespace stencil;

template <class T, class Layout>
void assign_both(Field<T, Center, backend::Cuda, Layout>& out, const Field<T, Center, backend::Cuda, Layout>& a,
                 const Field<T, Center, backend::Cuda, Layout>& b, const Field<T, Face, backend::Cuda, Layout>& f) {
  const auto div = DivergenceF2C(bottom(SetValue(0)), top(SetValue(0)));
  const auto how = with(cuda::RegisterColumns{});
  assign(out, div(f * GradientC2F()(a * b)), how);
  assign(out, div(f * GradientC2F()(div(exp(InterpolateC2F()(a)) * GradientC2F()(a * b)))), how);
}

template <class T, class Layout>
void assign_on(const ColumnGrid& grid) {
  Field<T, Center, backend::Cuda, Layout> out(grid), a(grid), b(grid);
  Field<T, Face, backend::Cuda, Layout> f(grid);
  assign_both(out, a, b, f);
}

}  // namespace

void assign_all(const ColumnGrid& grid) {
  assign_on<double, layout::LevelsContiguous>(grid);
  assign_on<double, layout::ColumnsContiguous>(grid);
  assign_on<float, layout::LevelsContiguous>(grid);
  assign_on<float, layout::ColumnsContiguous>(grid);
}
