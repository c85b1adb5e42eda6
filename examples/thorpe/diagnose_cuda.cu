// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/cuda.hpp>
#include <stencil/cuda/sort.hpp>

#include "diagnose.hpp"

thorpe::Outcome thorpe::block_on_cuda(int cells) { return block<stencil::backend::Cuda>(cells); }
thorpe::Outcome thorpe::ensemble_on_cuda(std::size_t columns) { return ensemble<stencil::backend::Cuda>(columns); }
