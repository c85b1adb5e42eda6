// SPDX-License-Identifier: BSD-3-Clause
#include "wave.hpp"

#include "common/program.hpp"

int main(int argc, char** argv) {
  return example::program(argc, argv, "wave", "A pulse of sound between two walls.", wave::run<stencil::backend::Cpu>,
                          EXAMPLE_ON_CUDA);
}
