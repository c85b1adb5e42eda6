// SPDX-License-Identifier: BSD-3-Clause
// The program of docs/many_ranks.md.
#include <cstddef>
#include <cstdio>

#include <stencil/mpi.hpp>
#include <stencil/stencil.hpp>

using namespace stencil;

int main(int argc, char** argv) {
  return mpi::run(argc, argv, [](MPI_Comm world) {
    mpi::Domain domain(world, 1000);                                      // columns of all ranks
    const auto grid = domain.grid(ColumnGrid::uniform(10, 0.0, 1000.0));  // this rank's
    CenterField<double> rho(grid);
    SurfaceField<double> cost(grid);
    rho.fill([&](double z, std::size_t column) {
      return 1.2 - 1e-4 * z + 1e-5 * static_cast<double>(domain.column(column));
    });
    cost.fill([&](std::size_t column) { return domain.column(column) < 500 ? 3.0 : 1.0; });  // day and night

    const double mass = global_sum(domain, rho, spacing(Center{}));
    domain.redistribute(rho, cost);  // the load is even, the sum the same bits
    const double again = global_sum(domain, rho, spacing(Center{}));
    if (domain.rank() == 0) std::printf("%.17g kg/m2, %s\n", mass, mass == again ? "twice" : "but not twice");
    return mass == again ? 0 : 1;
  });
}
