// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

/// Heights that change, active levels and the hunt for NaN on a GPU: what is not as it should be, in words.
namespace parts_of_columns {

std::string active_levels_contiguous(int levels, std::size_t columns, bool heights_per_column);
std::string active_columns_contiguous(int levels, std::size_t columns, bool heights_per_column);
std::string changed_heights();
std::string remapped_fields(int from_levels, int to_levels);
/// Heights set by a graph that is launched twice, and what a host that was not told of them is told.
std::string heights_in_a_graph();
/// A march and a divergence in many columns that have heights of their own, first in a graph, which is made before any
/// kernel has read them side by side.
std::string heights_side_by_side();
/// The same while heights change, beside a graph and in it, with kernels that have read them side by side before and
/// without.
std::string changing_heights_side_by_side();
/// What the hunt for values that are no numbers says of a column function: with a mask, in active levels, of a table.
std::string hunted_values();

}  // namespace parts_of_columns
