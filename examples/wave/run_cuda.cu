// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/cuda.hpp>

#include "wave.hpp"

example::Outcome wave::run_on_cuda() { return run<stencil::backend::Cuda>(); }
