// SPDX-License-Identifier: BSD-3-Clause
#include "parts.hpp"

#include <stencil/cuda.hpp>

#include "columnwise/active.hpp"

#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)  // the other layout is
using namespace stencil;

std::string parts_of_columns::active_columns_contiguous(int levels, std::size_t columns, bool heights_per_column) {
  const auto whole = [](auto& cut) { cut.compute(policy(), policy()); };
  return active_test::first_difference<float, backend::Cuda, layout::ColumnsContiguous>(levels, columns,
                                                                                        heights_per_column, whole);
}
#endif
