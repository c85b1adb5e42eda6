// SPDX-License-Identifier: BSD-3-Clause
#include "dispatch.hpp"

namespace single_column {

// A file of its own, so that the two precisions compile side by side.
void run_on_cpu_in_float(FieldLayout layout, const Case& a_case, const Settings& settings, Observer& observer) {
  run_in_layout<float, stencil::backend::Cpu>(layout, a_case, settings, observer);
}

}  // namespace single_column
