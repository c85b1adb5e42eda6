// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

/// Heights that change and active levels on a GPU: what differs from a grid or a column made for it, in words.
namespace parts_of_columns {

std::string active_levels_contiguous(int levels, std::size_t columns, bool heights_per_column);
std::string active_columns_contiguous(int levels, std::size_t columns, bool heights_per_column);
std::string changed_heights();
std::string remapped_fields(int from_levels, int to_levels);
/// Heights set by a graph that is launched twice, and what a host that was not told of them is told.
std::string heights_in_a_graph();

}  // namespace parts_of_columns
