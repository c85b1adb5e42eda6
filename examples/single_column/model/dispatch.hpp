// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "backends.hpp"
#include "exchange.hpp"
#include "implicit_step.hpp"
#include "run.hpp"

namespace single_column {

/// Turns the run-time choice of layout into a template argument.
template <class Real, class Backend>
void run_in_layout(FieldLayout layout, const Case& a_case, const Settings& settings, Observer& observer) {
  if (layout == FieldLayout::levels) {
    run<Real, Backend, stencil::layout::LevelsContiguous>(a_case, settings, observer);
  } else {
    run<Real, Backend, stencil::layout::ColumnsContiguous>(a_case, settings, observer);
  }
}

}  // namespace single_column
