// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/cuda.hpp>

#include "ekman.hpp"

example::Outcome ekman::run_on_cuda() { return run<stencil::backend::Cuda>(); }
