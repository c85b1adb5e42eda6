// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include "on_device.cuh"
#include "operators.hpp"
#include "support/every_operator.hpp"

namespace program {

/// Levels contiguous for double, columns contiguous for float.
template <class T>
using LayoutFor = std::conditional_t<std::is_same_v<T, double>, stencil::layout::LevelsContiguous,
                                     stencil::layout::ColumnsContiguous>;

template <How how>
std::vector<typename OperatorsOnDevice<how>::Wide> wide_on_device(const Case& c) {
  using T = typename OperatorsOnDevice<how>::Wide;
  return every_operator::wide<stencil::backend::Cuda, T, LayoutFor<T>>(
      every_operator::grid_of(c.levels, c.columns, c.ring), stencil::with(strategy<how>()));
}
template <How how>
std::vector<typename OperatorsOnDevice<how>::Narrow> narrow_on_device(const Case& c) {
  using T = typename OperatorsOnDevice<how>::Narrow;
  return every_operator::narrow<stencil::backend::Cuda, T, LayoutFor<T>>(
      every_operator::grid_of(c.levels, c.columns, c.ring), stencil::with(strategy<how>()));
}

}  // namespace program
