// SPDX-License-Identifier: BSD-3-Clause
#include "ekman.hpp"

#include "common/program.hpp"

int main(int argc, char** argv) {
  return example::program(argc, argv, "ekman", "The wind spiral above a rough ground.",
                          ekman::run<stencil::backend::Cpu>, EXAMPLE_ON_CUDA);
}
