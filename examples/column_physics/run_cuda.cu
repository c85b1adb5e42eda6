// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/cuda.hpp>

#include "column_physics.hpp"

example::Outcome column_physics::run_on_cuda() { return run<stencil::backend::Cuda>(); }
