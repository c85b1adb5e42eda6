// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/cuda.hpp>

#include "dispatch.hpp"

namespace single_column {

void run_on_cuda(const Case& a_case, const Settings& settings, const Storage& storage, Observer& observer) {
  if (storage.precision == Precision::double_precision) {
    run_in_layout<double, stencil::backend::Cuda>(storage.layout, a_case, settings, observer);
  } else {
    run_in_layout<float, stencil::backend::Cuda>(storage.layout, a_case, settings, observer);
  }
}

}  // namespace single_column
