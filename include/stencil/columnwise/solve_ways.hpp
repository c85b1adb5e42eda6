// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/numbers/band_row.hpp>
#include <stencil/numbers/block.hpp>
#include <stencil/numbers/dual.hpp>

/// Kinds of systems, and which of them lanes that share a column solve together, so that none waits for the one before
/// it.
namespace stencil::column_functions {

/// Whether entries of a matrix are floating-point numbers or blocks of such.
template <class Entry>
inline constexpr bool is_real_entry = std::is_floating_point_v<scalar_of<Entry>> && !has_duals<Entry>;

/// What entries of a type multiply: numbers beside numbers, Vecs beside blocks.
template <class Entry>
struct MultipliedBy {
  using type = Entry;
};
template <class Entry>
  requires requires { typename Entry::multiplied; }
struct MultipliedBy<Entry> {
  using type = typename Entry::multiplied;
};
template <class Entry>
using multiplied_by = typename MultipliedBy<Entry>::type;

/// Whether values T have a component for each equation of a block; a compile-time error if not.
template <class Row, class T>
STENCIL_FUNCTION constexpr bool has_right_sides() {
  if constexpr (requires { typename Row::entry_type::multiplied; }) {
    constexpr bool fits =
        detail::duals::components<T> == detail::duals::components<multiplied_by<typename Row::entry_type>>;
    static_assert(fits,
                  "stencil: a system of blocks<N> has N right sides, solve(blocks<2>(A, B, C, D), vec(f, g)), or a "
                  "value of Vec of N components");
    return fits;
  } else {
    return true;
  }
}

/// A tridiagonal one of numbers, or of blocks of 2 x 2, with any number of rows in a lane.
template <class Row>
inline constexpr bool is_solved_together = false;
template <class T, int Low, int High>
inline constexpr bool is_solved_together<BandRow<T, Low, High>> =
    std::is_floating_point_v<T> && Low >= -2 && High <= 2 && Low % 2 == 0;
template <class T, int Low, int High>
inline constexpr bool is_solved_together<BandRow<Matrix<T, 2>, Low, High>> = is_solved_together<BandRow<T, Low, High>>;

/// One with two entries on each side of the diagonal: two rows together are one of a tridiagonal system of blocks.
template <class Row>
inline constexpr bool is_solved_in_pairs = false;
template <class T, int Low, int High>
inline constexpr bool is_solved_in_pairs<BandRow<T, Low, High>> =
    std::is_floating_point_v<T> && Low >= -4 && High <= 4 && Low % 2 == 0 && !is_solved_together<BandRow<T, Low, High>>;

/// Blocks cost more where lanes exchange them than where one lane eliminates them, so that lanes should hold more rows.
template <class Row>
inline constexpr bool is_solved_in_blocks = is_solved_in_pairs<Row>;
template <class T, int Low, int High>
inline constexpr bool is_solved_in_blocks<BandRow<Matrix<T, 2>, Low, High>> =
    is_solved_together<BandRow<Matrix<T, 2>, Low, High>>;

}  // namespace stencil::column_functions
