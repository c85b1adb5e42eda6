// SPDX-License-Identifier: BSD-3-Clause
#include "columnwise.hpp"

#include "device_backend.hpp"

namespace columnwise_test {

Values<double> groups_on_device(const Case& c) {
  return by_groups<double, DeviceBackend, layout::LevelsContiguous, false>(c, policy());
}
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
Values<double> groups_across_columns_on_device(const Case& c) {
  return by_groups<double, DeviceBackend, layout::ColumnsContiguous, false>(c, policy());
}
#endif

}  // namespace columnwise_test
