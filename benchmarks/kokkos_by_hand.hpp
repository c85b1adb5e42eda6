// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "by_hand.hpp"

/// The kernels to compare backend::Kokkos with: teams, scratch and barriers, for exactly these expressions and layouts.
namespace kokkos_by_hand {

/// A team for each column; fluxes go to its scratch, with a barrier before they are read.
template <class T>
void w1_levels(const by_hand::Problem<T>& p);
template <class T>
void w2_levels(const by_hand::Problem<T>& p);
/// A team for neighbouring columns, level after level; fluxes of two levels are in its scratch.
template <class T>
void w1_columns(const by_hand::Problem<T>& p);
template <class T>
void w2_columns(const by_hand::Problem<T>& p);
/// W1 without scratch: both fluxes of a cell are computed where they are needed.
template <class T>
void w1_levels_fused(const by_hand::Problem<T>& p);
template <class T>
void w1_columns_fused(const by_hand::Problem<T>& p);

}  // namespace kokkos_by_hand
