// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace single_column::constants {

inline constexpr double gravity = 9.81;               ///< [m s-2]
inline constexpr double von_karman = 0.4;             ///< [1]
inline constexpr double rotation = 7.292e-5;          ///< of the Earth [s-1]
inline constexpr double pi = 3.14159265358979323846;  ///< [1]
inline constexpr double gas_constant = 287.0;         ///< of dry air [J kg-1 K-1]
inline constexpr double heat_capacity = 1004.5;       ///< of dry air at constant pressure [J kg-1 K-1]
inline constexpr double gas_over_heat = gas_constant / heat_capacity;
inline constexpr double reference_pressure = 100000.0;  ///< of potential temperature [Pa]

}  // namespace single_column::constants
