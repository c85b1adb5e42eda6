// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "operations.hpp"

namespace columnwise_test {

/// What by_functions and by_operations give on the CPU, with levels contiguous: compiled once.
Values<double> functions_on_cpu(const Case& c);
Values<double> operations_on_cpu(const Case& c);

}  // namespace columnwise_test
