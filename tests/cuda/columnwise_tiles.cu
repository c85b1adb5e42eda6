// SPDX-License-Identifier: BSD-3-Clause
#include "columnwise.hpp"

#include <stencil/cuda.hpp>

namespace columnwise_test {

Values<double> tiles_on_device(const Case& c) {
  return by_folds_and_long_columns<double, backend::Cuda>(c, with(cuda::SharedMemory{}));
}
Values<double> single_levels_on_device(const Case& c) { return by_single_levels<double, backend::Cuda>(c); }
Values<float> tiles_across_columns_on_device(const Case& c) {
  return by_rings<float, backend::Cuda, layout::ColumnsContiguous>(c, with(cuda::SharedMemory{}));
}

}  // namespace columnwise_test
