// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/columnwise.hpp"

#include <stencil/kokkos.hpp>

namespace columnwise_test {

using Backend = backend::Kokkos<Kokkos::Cuda>;

Values<double> tiles_on_device(const Case& c) {
  return by_folds_and_long_columns<double, Backend>(c, with(cuda::SharedMemory{}));
}
Values<double> single_levels_on_device(const Case& c) { return by_single_levels<double, Backend>(c); }
Values<float> tiles_across_columns_on_device(const Case& c) {
  return by_rings<float, Backend, layout::ColumnsContiguous>(c, with(cuda::SharedMemory{}));
}

}  // namespace columnwise_test
