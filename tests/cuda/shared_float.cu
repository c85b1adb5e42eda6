// SPDX-License-Identifier: BSD-3-Clause
#include "on_device.cuh"

template std::vector<float> program::run_on_device<float, program::How::shared>(const Case&, Order);
