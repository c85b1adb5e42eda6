// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "../case/case.hpp"
#include "diagnostics.hpp"

namespace single_column {

/// True for the case whose published results this program knows.
bool is_gabls1(const Case& a_case);

/// What the published models of GABLS1 have in the ninth hour.
struct PublishedRange {
  double low, high;
};
inline constexpr PublishedRange published_depth{150.0, 250.0};            ///< [m]
inline constexpr PublishedRange published_friction_velocity{0.25, 0.32};  ///< [m s-1]
inline constexpr PublishedRange published_heat_flux{-0.020, -0.008};      ///< upward kinematic [K m s-1]

/// Prints the numbers of column 0 with the mean and standard deviation of the ensemble on standard output and, for
/// the ninth hour of GABLS1, the range of the published models and where it is from. `columns` are every column_step-th
/// of the ensemble. Returns whether column 0 is in all ranges; true for other cases.
bool print_table(const Case& a_case, const std::vector<Diagnostics>& columns, std::size_t column_step,
                 double averaged_from, double averaged_to);

}  // namespace single_column
