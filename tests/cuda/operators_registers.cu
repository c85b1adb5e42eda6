// SPDX-License-Identifier: BSD-3-Clause
#include "operators_on_device.cuh"

template std::vector<double> program::operators_on_device<program::How::registers>(const Case&);
