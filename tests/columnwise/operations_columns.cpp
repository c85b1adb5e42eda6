// SPDX-License-Identifier: BSD-3-Clause
#include "operations_on_cpu.hpp"

namespace columnwise_test {

template Values<double> on_cpu<double, layout::ColumnsContiguous>(const Case&);

}  // namespace columnwise_test
