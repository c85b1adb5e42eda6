// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <stencil/mpi.hpp>
#include <stencil/netcdf.hpp>

#include "model/share.hpp"

namespace single_column {

/// Takes the GPU of this rank's number on its node, before the first field is made.
void take_device(const stencil::mpi::Domain& domain);

/// The ensemble dealt to the ranks of MPI.
class Ranks : public Share {
 public:
  explicit Ranks(const stencil::mpi::Domain& domain) : Share(domain.first(), domain.count()), domain_(domain) {}

  double largest(double here) const override;
  std::vector<double> together(std::vector<double> here) const override;
  /// What the first rank says.
  std::string said_by_first(std::string words) const;
  /// A file of sampled columns, of which each rank writes its own; nothing on a rank that has none, and on all where
  /// the netCDF of the machine is no parallel one, so that the first rank has to write.
  std::unique_ptr<stencil::netcdf::Making> made_together(const std::string& path, const SampledColumns& sampled) const;

 private:
  stencil::mpi::Domain domain_;
};

}  // namespace single_column
