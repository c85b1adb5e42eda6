// SPDX-License-Identifier: BSD-3-Clause
#include "on_device.cuh"

template std::vector<double> program::run_on_device<double, program::How::pointwise>(const Case&, Order);
