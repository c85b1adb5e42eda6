// SPDX-License-Identifier: BSD-3-Clause
#include "on_device.cuh"

#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)  // the other precision is
template std::vector<double> program::run_on_device<double, program::How::pointwise>(const Case&, Order);
#endif
