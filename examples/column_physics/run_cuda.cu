// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/cuda.hpp>

#include "run.hpp"

example::Outcome column_physics::run_on_cuda(const Options& options) { return run<stencil::backend::Cuda>(options); }
