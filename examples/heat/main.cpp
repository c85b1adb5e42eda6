// SPDX-License-Identifier: BSD-3-Clause
#include "heat.hpp"

#include "common/program.hpp"

int main(int argc, char** argv) {
  return example::program(argc, argv, "heat", "A rod warmed from above, by explicit and by implicit steps.",
                          heat::run<stencil::backend::Cpu>, EXAMPLE_ON_CUDA);
}
