// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/cuda.hpp>

#include "program.hpp"

namespace program {

template <How how>
auto strategy() {
  if constexpr (how == How::registers) return stencil::cuda::RegisterColumns{};
  if constexpr (how == How::shared) return stencil::cuda::SharedMemory{};
  if constexpr (how == How::pointwise) return stencil::cuda::Pointwise{};
}

template <class T, How how>
std::vector<T> run_on_device(const Case& c, Order order) {
  using stencil::backend::Cuda;
  return order == Order::levels ? run<Cuda, stencil::layout::LevelsContiguous, T>(c, strategy<how>())
                                : run<Cuda, stencil::layout::ColumnsContiguous, T>(c, strategy<how>());
}

}  // namespace program
