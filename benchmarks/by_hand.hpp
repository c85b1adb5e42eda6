// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

/// The kernels to compare with: what a careful programmer writes for exactly these expressions and layouts.
namespace by_hand {

/// Arrays of one problem. Levels contiguous: value (k, c) at c * rows + k; columns contiguous: at k * columns + c.
template <class T>
struct Problem {
  const T* a;
  const T* b;
  const T* f;  ///< faces
  T* out;
  const T* inverse_df;  ///< N + 1 values
  const T* inverse_dc;  ///< N values
  int levels;
  std::ptrdiff_t columns;
};

/// out = a * b + f over levels * columns values: the bandwidth that this machine gives four streams.
template <class T>
void triad(const Problem<T>& p, bool stream);
/// out = Div(f * Grad(a * b)), zero flux at the ends.
template <class T>
void w1_levels(const Problem<T>& p);
template <class T>
void w1_columns(const Problem<T>& p);
/// out = Div(f * Grad(Div(exp(Interp(a)) * Grad(a * b)))), zero flux at the ends of both divergences.
template <class T>
void w2_levels(const Problem<T>& p);
template <class T>
void w2_columns(const Problem<T>& p);
/// The out with (1 - w3_step Div(f * Grad)) out = a, zero flux at the ends: the Thomas algorithm, one column after the
/// other, or some columns side by side.
inline constexpr double w3_step = 600;
template <class T>
void w3_levels(const Problem<T>& p);
template <class T>
void w3_columns(const Problem<T>& p);

}  // namespace by_hand
