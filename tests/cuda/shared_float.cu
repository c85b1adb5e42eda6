// SPDX-License-Identifier: BSD-3-Clause
#include "on_device.cuh"

#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)  // the other precision is
template std::vector<float> program::run_on_device<float, program::How::shared>(const Case&, Order);
#endif
