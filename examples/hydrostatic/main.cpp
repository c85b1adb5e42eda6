// SPDX-License-Identifier: BSD-3-Clause
#include "hydrostatic.hpp"

#include "common/program.hpp"

int main(int argc, char** argv) {
  return example::program(argc, argv, "hydrostatic", "An atmosphere at rest, for ten days.",
                          hydrostatic::run<stencil::backend::Cpu>, EXAMPLE_ON_CUDA);
}
