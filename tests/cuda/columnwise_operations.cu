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
/// 64 levels have 65 faces, for which lanes of two rows need a block that they do not fill.
Noted strays_on_device(int levels, std::size_t columns, bool large, bool in_tiles) {
  const auto two = with(cuda::RowsInLane<2>{});
  if (in_tiles) return strays_among_steps<600, Face, DeviceBackend>(levels, columns, with(cuda::SharedMemory{}));
  return large ? strays_among_steps<600, Face, DeviceBackend>(levels, columns, two)
               : strays_among_steps<1, Face, DeviceBackend>(levels, columns, two);
}
#endif

}  // namespace columnwise_test
