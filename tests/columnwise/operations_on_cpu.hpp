// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "operations.hpp"

/// What by_operations gives on a CPU. Each pairing of numbers and layout is compiled in a source of its own, since a
/// compiler takes more than a gigabyte for it.
namespace columnwise_test {

template <class T, class Layout>
Values<T> on_cpu(const Case& c) {
  return by_operations<T, backend::Cpu, Layout>(c, policy());
}
extern template Values<double> on_cpu<double, layout::LevelsContiguous>(const Case&);
extern template Values<float> on_cpu<float, layout::ColumnsContiguous>(const Case&);

}  // namespace columnwise_test
