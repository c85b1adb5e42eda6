// SPDX-License-Identifier: BSD-3-Clause
#include "columnwise.hpp"

#include "device_backend.hpp"

namespace columnwise_test {

Values<double> sweeps_on_device(const Case& c) {
  return by_sweeps<double, DeviceBackend, layout::LevelsContiguous>(c, Falling{}, with(cuda::ColumnPerThread{}));
}
Values<float> sweeps_across_columns_on_device(const Case& c) {
  return by_sweeps<float, DeviceBackend, layout::ColumnsContiguous>(c, Rising{}, with(cuda::ColumnPerThread{}));
}
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
Values<double> in_passes_on_device(const Case& c) {
  return by_sweeps<double, DeviceBackend, layout::LevelsContiguous>(c, InPasses<DirectionFromTop>{},
                                                                    with(cuda::ColumnPerThread{}));
}
Values<float> in_passes_across_columns_on_device(const Case& c) {
  return by_sweeps<float, DeviceBackend, layout::ColumnsContiguous>(c, InPasses<DirectionFromBottom>{},
                                                                    with(cuda::ColumnPerThread{}));
}
Values<double> sums_alone_on_device(const Case& c) {
  return by_sweeps<double, DeviceBackend, layout::ColumnsContiguous>(c, SumsAlone{}, with(cuda::ColumnPerThread{}));
}
/// Of many columns, so that lanes hold more rows.
Values<double> marches_and_sums_on_device(const Case& c) {
  return by_sweeps<double, DeviceBackend, layout::ColumnsContiguous>(c, MarchesAndSums<DirectionFromTop>{}, policy());
}
Values<double> march_of_large_state_on_device(const Case& c) {
  return by_sweeps<double, DeviceBackend, layout::ColumnsContiguous>(c, MarchOfLargeState{}, policy());
}
/// Longer than lanes hold, so that threads sweep although nobody asks for it.
Values<double> long_march_on_device(const Case& c) {
  return by_sweeps<double, DeviceBackend, layout::LevelsContiguous>(c, Rising{}, policy());
}
#endif
Values<double> pieces_on_device(const Case& c) {
  return by_pieces<double, DeviceBackend>(c, false, with(cuda::ColumnPieces{3}));
}
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
Values<double> levels_in_pieces_on_device(const Case& c) {
  return over_ground<double, DeviceBackend>(c, false, with(cuda::ColumnPieces{3}));
}
Values<float> whole_pieces_on_device(const Case& c) {
  return by_pieces<float, DeviceBackend>(c, true, with(cuda::ColumnPieces{}));
}
#endif

}  // namespace columnwise_test
