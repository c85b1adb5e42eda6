// SPDX-License-Identifier: BSD-3-Clause
#include "columnwise.hpp"

#include "device_backend.hpp"

namespace columnwise_test {

Values<double> operations_on_device(const Case& c) {
  return by_operations<double, DeviceBackend, layout::LevelsContiguous>(c, policy());
}
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
Values<float> operations_across_columns_on_device(const Case& c) {
  return by_operations<float, DeviceBackend, layout::ColumnsContiguous>(c, policy());
}
#endif

}  // namespace columnwise_test
