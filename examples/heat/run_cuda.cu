// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/cuda.hpp>

#include "heat.hpp"

example::Outcome heat::run_on_cuda() { return run<stencil::backend::Cuda>(); }
