// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a number of levels or columns is an integer, as in ColumnGrid::uniform(64, 0.0, 1000.0, 10); of a floating-point number n write static_cast<int>(n)
#include <stencil/mpi.hpp>
#include <stencil/stencil.hpp>

using namespace stencil;

mpi::Domain half_a_column_too_many(MPI_Comm world) { return mpi::Domain(world, 1000.5); }
