// SPDX-License-Identifier: BSD-3-Clause
#include "operators_on_device.cuh"

#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)  // they are through registers and shared memory
template std::vector<program::OperatorsOnDevice<program::How::pointwise>::Wide>
program::wide_on_device<program::How::pointwise>(const Case&);
#endif
template std::vector<program::OperatorsOnDevice<program::How::pointwise>::Narrow>
program::narrow_on_device<program::How::pointwise>(const Case&);
