// SPDX-License-Identifier: BSD-3-Clause
#include "columnwise.hpp"

#include <stencil/cuda.hpp>

namespace columnwise_test {

Values<double> levels_on_device(const Case& c) {
  return by_functions<double, backend::Cuda, layout::LevelsContiguous>(c, policy());
}
Values<float> columns_on_device(const Case& c) {
  return by_functions<float, backend::Cuda, layout::ColumnsContiguous>(c, policy());
}
Values<double> operations_on_device(const Case& c) {
  return by_operations<double, backend::Cuda, layout::LevelsContiguous>(c, policy());
}
Values<double> long_columns_on_device(const Case& c) {
  return by_long_columns<double, backend::Cuda>(c, with(cuda::RowsInLane<16>{}));
}
Values<double> rings_on_device(const Case& c) {
  return by_rings<double, backend::Cuda, layout::LevelsContiguous>(c, with(cuda::AroundRings{}));
}
Values<float> operations_across_columns_on_device(const Case& c) {
  return by_operations<float, backend::Cuda, layout::ColumnsContiguous>(c, policy());
}

}  // namespace columnwise_test
