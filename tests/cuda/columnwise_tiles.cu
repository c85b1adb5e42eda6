// SPDX-License-Identifier: BSD-3-Clause
#include "columnwise.hpp"

#include "device_backend.hpp"

namespace columnwise_test {

Values<double> tiles_on_device(const Case& c) {
  return by_folds_and_long_columns<double, DeviceBackend>(c, with(cuda::SharedMemory{}));
}
Values<double> single_levels_on_device(const Case& c) { return by_single_levels<double, DeviceBackend>(c); }
Values<float> tiles_across_columns_on_device(const Case& c) {
  return by_rings<float, DeviceBackend, layout::ColumnsContiguous>(c, with(cuda::SharedMemory{}));
}

}  // namespace columnwise_test
