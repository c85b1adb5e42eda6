// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <stencil/inspect/held_values.hpp>

/// How many registers a thread will need for a column function, from the list of its operations, before anything is
/// compiled for a device. Host code.
namespace stencil::cuda {

/// What is known of a kernel before the compiler has seen it.
struct KernelOutline {
  column_functions::RowCounts held;
  int value_bytes = 0;     ///< of the widest result
  int most_registers = 0;  ///< that its launch bounds leave a thread
};

/// Registers that a thread needs for some of the results, were there any number of them: 22 for addresses and the
/// place of the lane, the values that are held where they are most, two values for each result and three for what is
/// under way. Fitted to what ptxas 13.0 says for sm_90; docs/performance_notes.md says how far it is off.
STENCIL_WHERE_CALLED
inline int registers_needed(const plan::Outline& list, const KernelOutline& kernel,
                            const column_functions::ResultRange& results) {
  constexpr int for_addresses = 22, register_bytes = 4;
  const int of_value = std::max(1, kernel.value_bytes / register_bytes);
  const int count = static_cast<int>(results.end - results.begin);
  return for_addresses + column_functions::most_bytes_held(list, kernel.held, results) / register_bytes +
         of_value * (2 * count + 3);
}
STENCIL_WHERE_CALLED
inline int registers_needed(const plan::Outline& list, const KernelOutline& kernel) {
  return registers_needed(list, kernel, {0, list.roots.size()});
}

/// Whether `most` registers suffice. By another order of operations the compiler needs up to an eighth less.
constexpr bool suffices(int needed, int most) { return 8 * needed <= 9 * most; }

/// Where to cut a function whose values do not fit. `names` are those of its results.
STENCIL_WHERE_CALLED
inline std::string where_to_cut(const plan::Outline& list, const KernelOutline& kernel,
                                const std::vector<std::string>& names) {
  const int all = registers_needed(list, kernel);
  const bool fits_by_estimate = suffices(all, kernel.most_registers);  // but not as compiled
  const auto fits = [&](const column_functions::ResultRange& results) {
    const int needed = registers_needed(list, kernel, results);
    return fits_by_estimate ? 20 * needed <= 19 * all : suffices(needed, kernel.most_registers);
  };
  return column_functions::cuts_in_words(column_functions::cuts_between_results(list, fits), names);
}

}  // namespace stencil::cuda
