// SPDX-License-Identifier: BSD-3-Clause
#include "columnwise.hpp"

#include <stencil/cuda.hpp>

namespace columnwise_test {

Values<double> operations_on_device(const Case& c) {
  return by_operations<double, backend::Cuda, layout::LevelsContiguous>(c, policy());
}
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
Values<float> operations_across_columns_on_device(const Case& c) {
  return by_operations<float, backend::Cuda, layout::ColumnsContiguous>(c, policy());
}
#endif

}  // namespace columnwise_test
