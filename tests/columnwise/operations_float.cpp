// SPDX-License-Identifier: BSD-3-Clause
#include "operations_on_cpu.hpp"

namespace columnwise_test {

template Values<float> on_cpu<float, layout::ColumnsContiguous>(const Case&);

}  // namespace columnwise_test
