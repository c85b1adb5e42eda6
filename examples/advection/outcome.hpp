// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace advection {

/// The columns of a run: each profile is carried upward and downward.
enum Column : std::size_t { pulse_upward, smooth_upward, pulse_downward, smooth_downward, column_count };

/// A ring of equal cells, or a column whose cells grow upward fourfold, with a flux of 0 at its ends.
enum class Mesh { ring, stretched };

/// Which bounds a scheme guarantees.
enum class Keeps { nothing, sign, bounds };

/// One flux after 1 m: one turn around the ring, or from one half of the column to the other.
struct Outcome {
  std::string scheme;
  Keeps keeps = Keeps::nothing;
  int order = 1;                ///< in space, for smooth profiles
  std::vector<double> profile;  ///< at the end; profile[column * cells + cell]
  double undershoot = 0;        ///< below 0, the most at any time and in any column
  double overshoot = 0;         ///< above 1
  double mass_drift = 0;        ///< relative, the most of all columns, at the end
  double pulse_error = 0;       ///< in the L2 norm, the larger of both directions
  double smooth_error = 0;
};

/// Where the schemes start from on the ring, and where exact advection ends.
struct Start {
  std::vector<double> z;        ///< [m], of the centers
  std::vector<double> profile;  ///< as Outcome::profile
};
Start start(int cells);

/// Carries the profiles by every scheme on a mesh of so many cells a metre, on the CPU.
std::vector<Outcome> carry_on_cpu(Mesh mesh, int cells);
#if defined(ADVECTION_WITH_CUDA)
/// The same on a CUDA device; in carry_cuda.cu.
std::vector<Outcome> carry_on_cuda(Mesh mesh, int cells);
#endif

}  // namespace advection
