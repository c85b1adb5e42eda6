// SPDX-License-Identifier: BSD-3-Clause
#include "operators_on_device.cuh"

template std::vector<program::OperatorsOnDevice<program::How::shared>::Wide>
program::wide_on_device<program::How::shared>(const Case&);
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)  // they are through registers and pointwise
template std::vector<program::OperatorsOnDevice<program::How::shared>::Narrow>
program::narrow_on_device<program::How::shared>(const Case&);
#endif
