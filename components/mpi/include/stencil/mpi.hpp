// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Columns dealt to the processes of MPI. Target stencil::mpi. One rank to a GPU: <stencil/mpi/cuda.hpp>.
#include <stencil/mpi/domain.hpp>
#include <stencil/mpi/redistribute.hpp>
#include <stencil/mpi/run.hpp>
#include <stencil/mpi/statistics.hpp>
