// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <stencil/stencil.hpp>

#include "boundary_layer.hpp"

/// The fields of the boundary-layer column as arrays, for loops by hand. Levels or columns are neighbours in memory.
namespace boundary_layer {

enum class Results { diffusivity, heating, two, four, nine };

template <class T>
struct Arrays {
  int levels;
  std::ptrdiff_t columns;
  const T *rho, *e, *u, *v, *q1, *q2, *w, *heat_flux, *stress, *moisture_flux;
  T *rho_t, *e_t, *u_t, *v_t, *q1_t, *q2_t, *p, *k, *w_t;
  const T *inverse_dc, *inverse_df;  ///< of the thickness of cells and of the distances of their centers
  const T* length;                   ///< the mixing length at faces
};

// Loops by hand, compiled with and without -ffast-math. Across: columns are neighbours.
namespace by_hand {
void run(Results which, const Constants& constants, const Arrays<double>& x, bool across);
void run(Results which, const Constants& constants, const Arrays<float>& x, bool across);
}  // namespace by_hand
namespace by_hand_fast {
void run(Results which, const Constants& constants, const Arrays<double>& x, bool across);
void run(Results which, const Constants& constants, const Arrays<float>& x, bool across);
}  // namespace by_hand_fast

}  // namespace boundary_layer
