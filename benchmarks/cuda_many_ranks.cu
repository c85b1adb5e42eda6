// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/cuda.hpp>
#include <stencil/mpi/cuda.hpp>

#include "many_ranks.hpp"

int main(int argc, char** argv) {
  return stencil::mpi::run(argc, argv, [&](MPI_Comm world) {
    static_cast<void>(stencil::mpi::choose_device(stencil::mpi::Domain(world, 1000)));
    return many_ranks::measure<stencil::backend::Cuda>(world, argc, argv);
  });
}
