// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace thorpe {

inline constexpr double gravity = 9.81;              // [m/s2]
inline constexpr double reference_density = 1027.0;  // [kg/m3]

/// Columns of water and the mixing estimated from them. Profiles are over the levels, bottom first.
struct Outcome {
  std::vector<double> z;             ///< [m]
  std::vector<double> density;       ///< of the first column, above 1000 kg/m3
  std::vector<double> sorted;        ///< the same water at rest
  std::vector<double> displacement;  ///< [m] of the first column's water from where it would rest
  std::vector<double> thorpe_scale;  ///< [m] of the first column's patches, 0 between them
  std::vector<double> diffusivity;   ///< [m2/s] of the first column
  double energy = 0;                 ///< [J/m2] that sorting sets free, mean over the columns

  std::vector<double> mean;          ///< of the diffusivity at each level [m2/s]
  std::vector<double> ninth_decile;  ///< of the diffusivity at each level [m2/s]
  std::vector<double> edges;         ///< of bins of log10 of the diffusivity
  std::vector<std::uint64_t> counts;
  std::uint64_t at_rest = 0;    ///< cells outside overturns
  std::uint64_t elsewhere = 0;  ///< cells beyond the edges, or without a value
};

/// One column of 200 cells of 1 m in which density falls linearly with height, N = 0.01/s, except that a block of
/// `cells` cells is upside down.
Outcome block_on_cpu(int cells);
/// Many columns of 256 cells of 1 m with overturned blocks of all sizes; diffusivities between `edges` are counted.
Outcome ensemble_on_cpu(std::size_t columns);
#if defined(THORPE_WITH_CUDA)
/// The same on a CUDA device; in diagnose_cuda.cu.
Outcome block_on_cuda(int cells);
Outcome ensemble_on_cuda(std::size_t columns);
#endif

}  // namespace thorpe
