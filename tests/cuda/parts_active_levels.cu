// SPDX-License-Identifier: BSD-3-Clause
#include "parts.hpp"

#include <stencil/cuda.hpp>

#include "columnwise/active.hpp"

using namespace stencil;

std::string parts_of_columns::active_levels_contiguous(int levels, std::size_t columns, bool heights_per_column) {
#if defined(STENCIL_TEST_ONLY_LOOKED_AT)
  const auto whole = [](auto&) {};  // columns without active levels are looked at with columnwise.cu
#else
  const auto whole = [](auto& cut) { cut.compute(policy(), policy()); };
#endif
  return active_test::first_difference<double, backend::Cuda, layout::LevelsContiguous>(levels, columns,
                                                                                        heights_per_column, whole);
}
