// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include "many_ranks.hpp"

int main(int argc, char** argv) {
  return stencil::mpi::run(
      argc, argv, [&](MPI_Comm world) { return many_ranks::measure<stencil::backend::Cpu>(world, argc, argv); });
}
