// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <stencil/config.hpp>
#include <stencil/cpu/simd.hpp>

/// What lanes that go along columns row by row are told before they begin, and their memory.
namespace stencil::cpu {

/// An operation of a function on values, which are numbered in the order in which they are made; 0 is none of them.
struct RowOperation {
  int result;
  int operands_end;  ///< in a list of those of all operations
  int cost;          ///< as plan/cost.hpp counts
  bool is_tested;    ///< whether lanes ask if it is needed
  bool is_bound;     ///< whether it keeps to its rows even if nobody needs it
  int behind;        ///< rows by which it is late
  int first_away;    ///< the earliest turn at which it is not near an end
  int last_away;     ///< the one after the latest
};

/// What a pass over the rows of columns needs, found by calling the function once for no row. Turns count the rows in
/// the order in which the pass takes them.
struct RowNeeds {
  struct Result {
    const void* data;
    int pass;
  };
  bool carried_out = true;  ///< whether all operations can be carried out row by row
  int behind = 0;           ///< rows by which what is certain to be carried out is late
  int history_bytes = 0;    ///< of earlier rows, for a vector of columns
  int units = 0;            ///< of memory for all rows of the columns
  int first_away = 0;       ///< the earliest turn at which none of that is near an end
  int last_away = 1 << 30;  ///< the one after the latest
  int values = 0;
  std::vector<RowOperation> operations = {};
  std::vector<int> operands = {};
  std::vector<int> roots = {};    ///< values that the pass writes to memory
  std::vector<int> marched = {};  ///< values that marches give, in this pass or another
  std::vector<const void*> read = {};
  std::vector<Result> written = {};

  int passes() const {
    int last = 0;
    for (const Result& result : written) last = std::max(last, result.pass);
    return last + 1;
  }
  /// Whether a result is written while later passes read its old values.
  STENCIL_WHERE_CALLED
  bool overwrites() const {
    const int last = passes() - 1;
    return std::any_of(written.begin(), written.end(), [&](const Result& result) {
      return result.pass < last && std::find(read.begin(), read.end(), result.data) != read.end();
    });
  }
};

/// What lanes are told of a pass.
struct RowPass {
  std::vector<char> tested = {};  ///< of the operations of which lanes ask: whether the pass needs them
  std::vector<char> kept = {};    ///< of the values that marches give: whether a later pass needs their rows
  bool any_tested = false;        ///< one of these
  int cost = 0;
  int behind = 0;
  int first_away = 0;
  int last_away = 0;

  RowPass() = default;
  /// needed_later: the values that later passes need. Those of this pass are added.
  STENCIL_WHERE_CALLED
  RowPass(const RowNeeds& pass, std::vector<char>& needed_later)
      : behind(pass.behind), first_away(pass.first_away), last_away(pass.last_away) {
    std::vector<char> values(static_cast<std::size_t>(pass.values) + 1, 0);
    needed_later.resize(values.size(), 0);
    const auto is_needed = [&](int value) -> char& { return values[static_cast<std::size_t>(value)]; };
    for (const int root : pass.roots) is_needed(root) = 1;
    auto operand = pass.operands.rbegin();
    for (std::size_t i = pass.operations.size(); i-- > 0;) {
      const RowOperation& operation = pass.operations[i];
      const char needed = is_needed(operation.result);
      if (operation.is_tested) {
        tested.push_back(needed);
        any_tested = any_tested || needed != 0;
      }
      if (needed != 0) cost += operation.cost;
      if (needed != 0 || operation.is_bound) {
        behind = std::max(behind, operation.behind);
        first_away = std::max(first_away, operation.first_away);
        last_away = std::min(last_away, operation.last_away);
      }
      const int begin = i == 0 ? 0 : pass.operations[i - 1].operands_end;
      for (int left = operation.operands_end - begin; left > 0; --left, ++operand) {
        if (needed != 0) is_needed(*operand) = 1;
      }
    }
    std::reverse(tested.begin(), tested.end());
    for (const int value : pass.marched) kept.push_back(needed_later[static_cast<std::size_t>(value)]);
    for (std::size_t i = 0; i < values.size(); ++i) needed_later[i] = needed_later[i] != 0 || values[i] != 0 ? 1 : 0;
  }
};

/// Where a thread keeps earlier rows, and all rows, of some vectors of columns.
struct RowPlaces {
  static constexpr int unit = simd::native_bytes;
  static constexpr int line = std::max(64, 2 * unit);  ///< a cache line, and what the widest vectors are aligned to
  char* begin = nullptr;                               ///< aligned to lines
  std::ptrdiff_t vectors = 0;
  std::ptrdiff_t history_bytes = 0;  ///< of a vector
  std::ptrdiff_t unit_bytes = 0;     ///< all rows of all vectors
  std::ptrdiff_t bytes = 0;          ///< of all of this

  RowPlaces() = default;
  /// For some vectors of columns with so many rows: of each vector so many bytes for earlier rows, and so many units
  /// for all rows.
  RowPlaces(int count, int rows, int of_history, int units) : vectors(count) {
    // An odd number of cache lines: neighbours would evict each other from the caches if it were a power of two.
    history_bytes = std::ptrdiff_t{((of_history + line - 1) / line) | 1} * line;
    unit_bytes = (std::ptrdiff_t{unit} * count * rows + line - 1) / line * line;
    bytes = vectors * history_bytes + units * unit_bytes;
  }
  /// The same places in this memory.
  RowPlaces in(char* memory) const {
    RowPlaces places = *this;
    places.begin = memory;
    return places;
  }
  char* history(int vector) const { return begin + vector * history_bytes; }
  /// The lowest row of a value.
  char* of_unit(int index) const { return begin + vectors * history_bytes + index * unit_bytes; }
};

}  // namespace stencil::cpu
