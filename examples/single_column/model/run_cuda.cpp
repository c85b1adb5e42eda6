// SPDX-License-Identifier: BSD-3-Clause
#include "run_cuda.hpp"

#include <stencil/layout.hpp>

#include "backends.hpp"

namespace single_column {
namespace {

template <class Real>
void run_in(FieldLayout layout, const Case& a_case, const Settings& settings, Observer& observer) {
  if (layout == FieldLayout::levels) {
    run_on_cuda_in<Real, stencil::layout::LevelsContiguous>(a_case, settings, observer);
  } else {
    run_on_cuda_in<Real, stencil::layout::ColumnsContiguous>(a_case, settings, observer);
  }
}

}  // namespace

void run_on_cuda(const Case& a_case, const Settings& settings, const Storage& storage, Observer& observer) {
  if (storage.precision == Precision::double_precision) {
    run_in<double>(storage.layout, a_case, settings, observer);
  } else {
    run_in<float>(storage.layout, a_case, settings, observer);
  }
}

}  // namespace single_column
