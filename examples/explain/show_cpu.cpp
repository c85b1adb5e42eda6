// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include "show.hpp"

explaining_example::Shown explaining_example::show_on_cpu(const Options& options) {
  return show<stencil::backend::Cpu>(options);
}
