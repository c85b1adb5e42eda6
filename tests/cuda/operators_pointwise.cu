// SPDX-License-Identifier: BSD-3-Clause
#include "operators_on_device.cuh"

template std::vector<program::OperatorsOnDevice<program::How::pointwise>::Wide>
program::wide_on_device<program::How::pointwise>(const Case&);
template std::vector<program::OperatorsOnDevice<program::How::pointwise>::Narrow>
program::narrow_on_device<program::How::pointwise>(const Case&);
