// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/cuda.hpp>

#include "hydrostatic.hpp"

example::Outcome hydrostatic::run_on_cuda() { return run<stencil::backend::Cuda>(); }
