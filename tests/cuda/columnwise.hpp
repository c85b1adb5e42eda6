// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "columnwise/groups.hpp"
#include "columnwise/marches_and_sums.hpp"
#include "columnwise/operations.hpp"
#include "columnwise/pieces.hpp"
#include "columnwise/single_levels.hpp"
#include "columnwise/steps_of_whole_columns.hpp"
#include "columnwise/sweeps.hpp"

/// Column functions on a GPU.
namespace columnwise_test {

/// What by_functions gives on a device, levels contiguous or columns contiguous.
Values<double> levels_on_device(const Case& c);
Values<float> columns_on_device(const Case& c);
/// What by_operations gives.
Values<double> operations_on_device(const Case& c);
Values<double> long_columns_on_device(const Case& c);  ///< what by_long_columns gives
Values<double> rings_on_device(const Case& c);         ///< what by_rings gives
Values<float> operations_across_columns_on_device(const Case& c);
/// What strays_among_steps gives at faces: by lanes of two rows with a small or a large state, and through tiles.
Noted strays_on_device(int levels, std::size_t columns, bool large, bool in_tiles);
Values<double> single_levels_on_device(const Case& c);  ///< what by_single_levels gives
/// explain() of a function of one result, of one of twelve in lanes of so many rows that they do not fit, of one for
/// threads along pieces of columns, and of a march of many columns, alone and beside a sum.
std::vector<Explanation> explained_on_device();
/// Carries out the second of them.
void move_what_does_not_fit();
/// Of arrays and structs: what by_groups gives.
Values<double> groups_on_device(const Case& c);
Values<double> groups_across_columns_on_device(const Case& c);
/// Marches beside sums and searches: what by_sweeps gives.
Values<double> sums_alone_on_device(const Case& c);
Values<double> marches_and_sums_on_device(const Case& c);
Values<double> march_of_large_state_on_device(const Case& c);
/// By threads that take a column each, and columns that are too long for others: what by_sweeps gives.
Values<double> sweeps_on_device(const Case& c);
Values<float> sweeps_across_columns_on_device(const Case& c);
Values<double> in_passes_on_device(const Case& c);
Values<float> in_passes_across_columns_on_device(const Case& c);
Values<double> long_march_on_device(const Case& c);
/// By threads that take three pieces of each column, and whole columns: what by_pieces gives.
Values<double> pieces_on_device(const Case& c);
Values<float> whole_pieces_on_device(const Case& c);
/// The same with levels of fields: what over_ground gives.
Values<double> levels_in_pieces_on_device(const Case& c);
/// Through tiles in shared memory: what by_folds and by_long_columns give, and what by_rings gives.
Values<double> tiles_on_device(const Case& c);
Values<float> tiles_across_columns_on_device(const Case& c);

}  // namespace columnwise_test
