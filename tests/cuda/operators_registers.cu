// SPDX-License-Identifier: BSD-3-Clause
#include "operators_on_device.cuh"

template std::vector<program::OperatorsOnDevice<program::How::registers>::Wide>
program::wide_on_device<program::How::registers>(const Case&);
template std::vector<program::OperatorsOnDevice<program::How::registers>::Narrow>
program::narrow_on_device<program::How::registers>(const Case&);
