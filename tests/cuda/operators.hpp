// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "program.hpp"

/// The operators on the current CUDA device; defined in a .cu file for each strategy. Which layout and precision go
/// with which strategy is in operators_on_device.cuh: all of both, but not all with all, which would take nvcc minutes.
namespace program {

template <How how>
struct OperatorsOnDevice {
  using Wide = double;
  using Narrow = float;
};
template <>
struct OperatorsOnDevice<How::pointwise> {
  using Wide = float;
  using Narrow = double;
};

template <How how>
std::vector<typename OperatorsOnDevice<how>::Wide> wide_on_device(const Case& c);
template <How how>
std::vector<typename OperatorsOnDevice<how>::Narrow> narrow_on_device(const Case& c);

}  // namespace program
