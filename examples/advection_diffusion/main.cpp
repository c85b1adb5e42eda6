// SPDX-License-Identifier: BSD-3-Clause
#include "advection_diffusion.hpp"

#include "common/program.hpp"

int main(int argc, char** argv) {
  return example::program(argc, argv, "advection_diffusion", "A cloud that drifts and spreads.",
                          advection_diffusion::run<stencil::backend::Cpu>, EXAMPLE_ON_CUDA);
}
