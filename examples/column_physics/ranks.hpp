// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <stencil/mpi.hpp>

#include "columns.hpp"

namespace column_physics {

/// The ensemble dealt to the ranks of MPI, in blocks.
class Ranks : public Columns {
 public:
  explicit Ranks(const mpi::Domain& domain)
      : Columns(domain.first(), domain.count(), domain.total()), domain_(domain) {}

  Spread spread(const std::vector<double>& values) const override;
  std::vector<double> some(const std::vector<std::size_t>& columns, const std::vector<double>& values) const override;
  void save(const std::string& file, State<backend::Cpu>& state) const override;

 protected:
  double read(const std::string& file, State<backend::Cpu>& state) const override;

 private:
  mpi::Domain domain_;
};

/// Takes the GPU of this rank's number on its node, before the first field is made; in run_cuda.cu.
void take_device(const mpi::Domain& domain);

}  // namespace column_physics
