// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/cuda.hpp>

#include "show.hpp"

explaining_example::Shown explaining_example::show_on_cuda(const Options& options) {
  return show<stencil::backend::Cuda>(options);
}
