// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/cuda.hpp>

#include <type_traits>
#include <vector>

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
  using Levels = stencil::layout::LevelsContiguous;
  using Columns = stencil::layout::ColumnsContiguous;
#if defined(STENCIL_TEST_ONLY_LOOKED_AT)
  // Nobody runs it: each precision and each layout once.
  static_cast<void>(order);
  return run<Cuda, std::conditional_t<std::is_same_v<T, double>, Levels, Columns>, T>(c, strategy<how>());
#else
  return order == Order::levels ? run<Cuda, Levels, T>(c, strategy<how>()) : run<Cuda, Columns, T>(c, strategy<how>());
#endif
}

}  // namespace program
