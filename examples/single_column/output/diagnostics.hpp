// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "../model/observer.hpp"

namespace single_column {

/// The numbers by which the intercomparison judges a column.
struct Diagnostics {
  double depth = 0.0;              ///< of the boundary layer [m]
  double friction_velocity = 0.0;  ///< [m s-1]
  double heat_flux = 0.0;          ///< upward kinematic, at the ground [K m s-1]
  double jet_height = 0.0;         ///< of the strongest wind [m]
  double jet_speed = 0.0;          ///< [m s-1]
};

/// Height at which the stress has fallen to 5 % of its value at the ground, over 0.95 (Beare et al. 2006; Cuxart et al.
/// 2006). Linear between faces; 0 where there is no stress.
double boundary_layer_depth(std::span<const double> z_faces, std::span<const double> flux_u,
                            std::span<const double> flux_v);

/// One column of a snapshot, or of a mean of snapshots.
Diagnostics diagnose(const Geometry& geometry, const Snapshot& snapshot, std::size_t column);

/// Sums snapshots, because the intercomparison averages profiles over an hour and then looks for heights in them.
class Mean {
 public:
  void add(const Snapshot& snapshot);
  bool empty() const { return count_ == 0; }
  Snapshot value() const;

 private:
  Snapshot sum_;
  int count_ = 0;
};

}  // namespace single_column
