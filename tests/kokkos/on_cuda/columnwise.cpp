// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/columnwise.hpp"

#include <stencil/kokkos.hpp>

namespace columnwise_test {

using Backend = backend::Kokkos<Kokkos::Cuda>;

Values<double> levels_on_device(const Case& c) {
  return by_functions<double, Backend, layout::LevelsContiguous>(c, policy());
}
Values<float> columns_on_device(const Case& c) {
  return by_functions<float, Backend, layout::ColumnsContiguous>(c, policy());
}
Values<double> operations_on_device(const Case& c) {
  return by_operations<double, Backend, layout::LevelsContiguous>(c, policy());
}
Values<double> long_columns_on_device(const Case& c) {
  return by_long_columns<double, Backend>(c, with(cuda::RowsInLane<16>{}));
}
Values<double> rings_on_device(const Case& c) {
  return by_rings<double, Backend, layout::LevelsContiguous>(c, with(cuda::AroundRings{}));
}
Values<float> operations_across_columns_on_device(const Case& c) {
  return by_operations<float, Backend, layout::ColumnsContiguous>(c, policy());
}

}  // namespace columnwise_test
