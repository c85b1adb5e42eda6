// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/dense.hpp"

#include <stencil/kokkos.hpp>

using Backend = stencil::backend::Kokkos<Kokkos::Cuda>;
using stencil::layout::ColumnsContiguous, stencil::layout::LevelsContiguous;

template <class Layout, class T>
dense::Run dense::run_on_device(int levels, std::size_t columns) {
  return dense::run<Backend, Layout, T>(levels, columns);
}
template <class Layout, class T>
dense::Values dense::remaps_on_device(int levels, std::size_t columns) {
  return dense::remaps<Backend, Layout, T>(levels, columns);
}
template dense::Run dense::run_on_device<LevelsContiguous, double>(int, std::size_t);
template dense::Run dense::run_on_device<ColumnsContiguous, float>(int, std::size_t);
template dense::Values dense::remaps_on_device<LevelsContiguous, double>(int, std::size_t);
