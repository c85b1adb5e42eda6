// SPDX-License-Identifier: BSD-3-Clause
#include "column_physics.hpp"

#include "common/program.hpp"

int main(int argc, char** argv) {
  return example::program(argc, argv, "column_physics", "A stratocumulus-topped column as five column functions.",
                          column_physics::run<stencil::backend::Cpu>, EXAMPLE_ON_CUDA);
}
