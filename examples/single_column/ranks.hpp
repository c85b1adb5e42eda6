// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/mpi.hpp>

#include "model/share.hpp"

namespace single_column {

/// Whether this process was started by mpirun, mpiexec or a batch system's launcher: alone it needs no MPI.
bool started_with_others();

/// Takes the GPU of this rank's number on its node, before the first field is made.
void take_device(const stencil::mpi::Domain& domain);

/// The ensemble dealt to the ranks of MPI.
class Ranks : public Share {
 public:
  explicit Ranks(const stencil::mpi::Domain& domain) : Share(domain.first(), domain.count()), domain_(domain) {}

  double largest(double here) const override;
  std::vector<double> together(std::vector<double> here) const override;

 private:
  stencil::mpi::Domain domain_;
};

}  // namespace single_column
