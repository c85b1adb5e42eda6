// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "on_device.cuh"
#include "operators.hpp"
#include "support/every_operator.hpp"

namespace program {

template <How how>
std::vector<double> operators_on_device(const Case& c) {
  return every_operator::results<stencil::backend::Cuda, double>(every_operator::grid_of(c.levels, c.columns, c.ring),
                                                                 stencil::with(strategy<how>()));
}

}  // namespace program
