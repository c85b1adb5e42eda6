// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/cuda.hpp>

#include "run.hpp"

example::Outcome column_physics::run_on_cuda(const Options& options, const Columns& columns) {
  return run<stencil::backend::Cuda>(options, columns);
}

#if defined(COLUMN_PHYSICS_WITH_MPI)
#include <stencil/mpi/cuda.hpp>

#include "ranks.hpp"

void column_physics::take_device(const mpi::Domain& domain) { static_cast<void>(mpi::choose_device(domain)); }
#endif
