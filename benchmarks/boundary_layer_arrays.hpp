// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <stencil/stencil.hpp>

#include "boundary_layer.hpp"
#include "difference.hpp"

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

/// What is written by hand needs of a grid.
template <class T>
struct Metric {
  std::vector<T> inverse_dc, inverse_df, length;

  Metric(const Constants& p, const ColumnGrid& grid) {
    const auto z = grid.z_centers(0), zf = grid.z_faces(0);
    for (std::size_t c = 0; c < z.size(); ++c) inverse_dc.push_back(static_cast<T>(1 / (zf[c + 1] - zf[c])));
    for (std::size_t i = 0; i < zf.size(); ++i) {
      const bool inside = i > 0 && i + 1 < zf.size();
      inverse_df.push_back(inside ? static_cast<T>(1 / (z[i] - z[i - 1])) : T(0));
      const double wall = p.karman * zf[i];
      length.push_back(static_cast<T>(wall / (1 + wall / p.longest)));
    }
  }
};

/// The memory of a state's fields.
template <class T, class Backend, class Layout>
Arrays<T> arrays_of(State<T, Backend, Layout>& s, const T* inverse_dc, const T* inverse_df, const T* length) {
  const auto data = [](auto& field) { return as_node(field).data; };
  return Arrays<T>{s.k.grid().levels(), static_cast<std::ptrdiff_t>(s.k.grid().columns()),
                   data(s.rho),         data(s.e),
                   data(s.u),           data(s.v),
                   data(s.q1),          data(s.q2),
                   data(s.w),           data(s.heat_flux),
                   data(s.stress),      data(s.moisture_flux),
                   data(s.rho_t),       data(s.e_t),
                   data(s.u_t),         data(s.v_t),
                   data(s.q1_t),        data(s.q2_t),
                   data(s.p),           data(s.k),
                   data(s.w_t),         inverse_dc,
                   inverse_df,          length};
}

/// How far fields are apart, of the largest value.
template <class Field>
double apart(const Field& ours, const std::vector<typename Field::value_type>& hand) {
  const auto values = ours.to_host();
  double off = 0, largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    off = difference::larger(off, std::abs(static_cast<double>(values[i]) - static_cast<double>(hand[i])));
    largest = std::max(largest, std::abs(static_cast<double>(hand[i])));
  }
  return largest > 0 ? off / largest : off;
}

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
