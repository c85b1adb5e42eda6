// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <stencil/cpu/simd.hpp>
#include <stencil/cpu/strip_source.hpp>

/// What a dry run of lanes that go along columns row by row is told of values and of operations.
namespace stencil::cpu {

/// Memory for rows, in units.
struct RowUnits {
  static constexpr int unit = simd::native_bytes;      ///< in bytes
  static constexpr int line = std::max(64, 2 * unit);  ///< a cache line, and what the widest vectors are aligned to
  /// In place of the number of a unit. nowhere: the value has no rows in memory; unneeded: the value is not used.
  static constexpr int nowhere = -1, unneeded = -2;
  bool operator==(const RowUnits&) const = default;
};
/// In place of the number of a pass, in a dry run: all passes but the first, carried out by strips.
inline constexpr int passes_of_strips = 1 << 20;
/// The most passes over the rows of a column. Functions with more passes, such as two solves of which one uses the
/// other's solution, are slower row by row than by strips: their first pass goes row by row, the rest by strips.
inline constexpr int most_row_passes = 2;
/// The pass of values that only strips compute.
inline constexpr int pass_of_strips_alone = most_row_passes;
/// What is known of a value beside its rows. It is there from pass `pass` on, `behind` rows before the row at which a
/// lane is.
struct RowFacts {
  int behind = 0;
  int pass = 0;
  int number = 0;  ///< among the values of a function, where a lane looks what it needs
};
/// An operand, or a condition's value, as an operation reads it.
struct RowRead {
  RowFacts facts{};
  int low = 0;  ///< the lowest row that is read, counted from the operation's own
  int high = 0;
  int bytes = 0;         ///< of a row of it that is kept for the operation; 0: none is
  int alignment = 1;     ///< of such a row
  bool for_all = false;  ///< vectors of columns share what is kept, since heights alone give it
};
/// An operation as its types tell.
struct RowFormula {
  int cost;         ///< as plan/cost.hpp counts
  int units;        ///< of memory for a row of its result
  int bytes;        ///< of its result for a vector
  int rows;         ///< of its result in a column
  RowRange inside;  ///< the rows with no end formula
  bool per_column;  ///< its result is one value of a column
  bool keeps;       ///< its result is kept for later passes, which read it
  bool hands;       ///< its result can be kept for strips
};
/// Where the next `bytes` of such an alignment begin in memory for earlier rows, of which `used` bytes are in use;
/// these are then too.
constexpr int take_in_history(int& used, int alignment, int bytes) {
  const int place = alignment > RowUnits::unit ? (used + alignment - 1) / alignment * alignment : used;
  used = place + bytes;
  return place;
}

}  // namespace stencil::cpu
