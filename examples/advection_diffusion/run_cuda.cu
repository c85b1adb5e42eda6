// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/cuda.hpp>

#include "advection_diffusion.hpp"

example::Outcome advection_diffusion::run_on_cuda() { return run<stencil::backend::Cuda>(); }
