// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "share.hpp"

namespace single_column {

/// What the user chooses about a run, beyond the case. SI units.
struct Settings {
  int levels = 64;
  std::size_t columns = 8;
  std::size_t sampled_columns = 1000;  ///< at most so many of them are looked at and written
  double top = 0.0;                    ///< of the model domain [m]
  double ground_spacing = 6.25;        ///< thickness of the lowest cell [m]
  double duration = 0.0;               ///< [s]
  double time_step = 0.0;              ///< [s]; 0: chosen from the stability limit
  bool implicit = false;               ///< mixing by implicit steps
  double mixing_length = 40.0;         ///< far from the ground [m]
  double spread = 0.05;                ///< largest relative change of the geostrophic wind in the ensemble
  const Share* share = nullptr;        ///< the columns of this process; without one, all
};

}  // namespace single_column
