// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <stencil/cpu/row_facts.hpp>

/// The plan of lanes that go along columns row by row, made before they begin, and their memory.
namespace stencil::cpu {

/// An operation that a pass carries out. Values are numbered in the order in which they are made; 0 is none of them.
struct RowOperation {
  int result;
  int operands_end;  ///< in a list of those of all operations
  int cost;          ///< as plan/cost.hpp counts
  bool again;        ///< an earlier pass computes it too
  bool per_column;   ///< one value of a column, which is computed at each of its rows
};
/// A value whose rows a later pass reads from memory, if it needs them, instead of recomputing them.
struct RowKept {
  int value;
  int pass;    ///< which computes it
  int units;   ///< of memory
  bool cheap;  ///< a later pass over rows computes it again all the same; one by strips reads it
};
/// The unit from which on such rows, or those of a march, lie.
struct RowsInMemory {
  int value;
  int unit;
};

/// What a pass over the rows of columns needs, found by calling the function once for no row. Turns count the rows in
/// the order in which the pass takes them. A template, as what follows, so that only programs with such passes compile
/// what is done with the lists.
template <class Index = int>
struct BasicRowNeeds {
  struct Result {
    const void* data;
    int pass;
  };
  bool lists = true;        ///< whether the lists below are wanted, which take longer than all else
  bool carried_out = true;  ///< whether all operations can be carried out row by row
  bool has_rows = false;    ///< whether the pass does something at every row, not for values per column alone
  int behind = 0;           ///< the largest number of rows by which an operation is behind
  int history_bytes = 0;    ///< of earlier rows, for a vector of columns
  int units = 0;            ///< of memory for all rows of what marches give
  int first_away = 0;       ///< the first turn in which no operation is near an end
  int last_away = 1 << 30;  ///< the turn after the last such one
  int values = 0;
  int per_column_bytes = 0;  ///< of results that are one value of a column, each with room to be aligned
  int heights_bytes = 0;     ///< of what heights alone give, for a vector
  std::vector<RowOperation> operations = {};
  std::vector<Index> operands = {};
  std::vector<Index> roots = {};  ///< values that the pass is carried out for
  std::vector<RowKept> kept = {};
  std::vector<RowsInMemory> in_memory = {};  ///< what marches of earlier passes gave
  bool handed = true;                        ///< whether strips can read all values of the first pass
  std::vector<const void*> read = {};
  std::vector<Result> written = {};

  /// Reserves memory that is enough for most functions. For few columns, growing lists step by step would take longer
  /// than computing.
  void reserve() {
    constexpr std::size_t usual = 128;
    operations.reserve(usual);
    operands.reserve(2 * usual);
    roots.reserve(usual / 4);
    kept.reserve(usual);
    read.reserve(usual / 4);
    written.reserve(usual / 8);
  }

  [[gnu::noinline]] void note_read(const void* data) {
    if (lists) read.push_back(data);
  }
  [[gnu::noinline]] void note_result(const void* data, int of_pass) {
    if (lists) written.push_back({data, of_pass});
  }
  [[gnu::noinline]] void note_root(int value) {
    if (lists) roots.push_back(value);
  }
  /// The rows of what a march gave, or of a level, which strips read if they lie as theirs do.
  [[gnu::noinline]] void note_in_memory(int value, int unit, bool as_strip) {
    in_memory.push_back({value, unit});
    handed = handed && as_strip;
  }
  void note_away(RowRange turns) {
    first_away = std::max(first_away, turns.first);
    last_away = std::min(last_away, turns.last);
  }
  /// An operation that the pass carries out.
  void note_operation(int result, const RowFormula& formula, const RowRead* reads, int count, bool again) {
    constexpr int line = RowUnits::line;
    if (formula.per_column) per_column_bytes += (formula.bytes + line - 1) / line * line + line;
    if (!lists) return;
    for (int i = 0; i < count; ++i) operands.push_back(reads[i].facts.number);
    operations.push_back({result, static_cast<int>(operands.size()), formula.cost, again, formula.per_column});
  }

  int passes() const {
    int last = 0;
    for (const Result& result : written) last = std::max(last, result.pass);
    return last + 1;
  }
  /// Whether a result is written in a pass before `last`, while later ones read its old values.
  bool overwrites(int last) const {
    return std::any_of(written.begin(), written.end(), [&](const Result& result) {
      return result.pass < last && std::find(read.begin(), read.end(), result.data) != read.end();
    });
  }
};

using RowNeeds = BasicRowNeeds<>;

/// What lanes are told of a pass.
template <class Index = int>
struct BasicRowPass : RowUnits {
  std::vector<Index> unit = {};   ///< where the rows are of what operations compute
  std::vector<char> needed = {};  ///< by the value's number
  bool is_empty = true;           ///< whether it would do nothing
  bool keeps = false;             ///< for later passes, what operations compute
  bool is_one_turn = false;       ///< whether the first turn does all of it, which gives values per column alone
  int cost = 0;
  int behind = 0;
  int first_away = 0;
  int last_away = 0;

  BasicRowPass() = default;
  bool operator==(const BasicRowPass&) const = default;
  /// later: of each value the unit where a later pass looks for it, or `unneeded`. Those of this pass are added.
  /// hands: strips carry out the later passes; they read cheap values too, instead of recomputing them.
  BasicRowPass(const BasicRowNeeds<Index>& needs, int pass, std::vector<Index>& later, int& units, bool hands = false)
      : needed(static_cast<std::size_t>(needs.values) + 1, 0),
        behind(needs.behind),
        first_away(needs.first_away),
        last_away(needs.last_away) {
    later.resize(needed.size(), unneeded);
    const auto is_needed = [&](int value) -> char& { return needed[static_cast<std::size_t>(value)]; };
    const auto later_of = [&](int value) -> int& { return later[static_cast<std::size_t>(value)]; };
    for (const int root : needs.roots) is_needed(root) = 1;
    for (const RowKept& one : needs.kept) {
      if (one.pass == pass && later_of(one.value) != unneeded) is_needed(one.value) = 1;
    }
    is_empty = std::find(needed.begin(), needed.end(), 1) == needed.end();
    auto operand = needs.operands.rbegin();
    for (std::size_t i = needs.operations.size(); i-- > 0;) {
      const RowOperation& operation = needs.operations[i];
      const bool is_used = is_needed(operation.result) != 0;
      if (is_used) cost += operation.cost;
      const int begin = i == 0 ? 0 : needs.operations[i - 1].operands_end;
      for (int left = operation.operands_end - begin; left > 0; --left, ++operand) {
        if (is_used) is_needed(*operand) = 1;
      }
    }
    for (const RowKept& one : needs.kept) {
      int& place = later_of(one.value);
      const bool wanted = is_needed(one.value) != 0, may_be_kept = !one.cheap || hands;
      if (one.pass < pass && wanted && may_be_kept && place == unneeded) {
        place = units;
        units += one.units;
      }
      const bool is_used = may_be_kept && (one.pass < pass ? wanted : place != unneeded);
      keeps = keeps || (one.pass == pass && is_used);
      unit.push_back(is_used ? place : wanted ? nowhere : unneeded);
    }
    is_one_turn = !needs.has_rows && !keeps;
  }
};

using RowPass = BasicRowPass<>;

/// What strips are told of a first pass that went row by row. Values are numbered as for RowOperation.
template <class Index = int>
struct BasicRowsForStrips {
  std::vector<Index> place = {};    ///< by the value's number, as RowPass::unit; nowhere: strips compute it
  std::vector<char> is_there = {};  ///< by the turn of results, whether the first pass wrote it

  BasicRowsForStrips() = default;
  bool operator==(const BasicRowsForStrips&) const = default;
  BasicRowsForStrips(const BasicRowNeeds<Index>& needs, const BasicRowPass<Index>& told, std::vector<Index> places)
      : place(std::move(places)) {
    for (std::size_t i = 0; i < place.size(); ++i) {
      if (place[i] == RowUnits::unneeded && told.needed[i] != 0) place[i] = RowUnits::nowhere;
    }
    for (const RowsInMemory& one : needs.in_memory) place[static_cast<std::size_t>(one.value)] = one.unit;
    for (const auto& result : needs.written) is_there.push_back(result.pass == 0 ? 1 : 0);
  }
  int units() const {
    return static_cast<int>(std::count_if(place.begin(), place.end(), [](int unit) { return unit >= 0; }));
  }
};

using RowsForStrips = BasicRowsForStrips<>;

/// Memory that the next columns read or write: each turn has some lines of it brought into the cache, so that they
/// arrive while others compute. Processors look ahead themselves only where memory is read in order.
class RowsAhead {
 public:
  /// Adds `bytes` bytes from `begin` on, to be brought in `turns` turns. Does nothing where there is no room for more.
  void add(const char* begin, std::ptrdiff_t bytes, int turns) {
    if (count_ < most) parts_[count_++] = {begin, static_cast<int>((bytes + line * turns - 1) / (line * turns))};
  }
  void bring(int turn) const {
    for (int i = 0; i < count_; ++i) {
      const Part& part = parts_[i];
      const char* const at = part.begin + std::ptrdiff_t{turn} * part.lines * line;
      for (int l = 0; l < part.lines; ++l) __builtin_prefetch(at + l * line, 0, 2);
    }
  }

 private:
  static constexpr std::ptrdiff_t line = 64;
  static constexpr int most = 32;
  struct Part {
    const char* begin;
    int lines;  ///< in a turn
  };
  Part parts_[most];
  int count_ = 0;
};

/// Where a thread keeps earlier rows, and all rows, of some vectors of columns.
struct RowPlaces {
  static constexpr int unit = RowUnits::unit, line = RowUnits::line;
  char* begin = nullptr;  ///< aligned to lines
  std::ptrdiff_t vectors = 0;
  std::ptrdiff_t history_bytes = 0;  ///< of a vector
  std::ptrdiff_t unit_bytes = 0;     ///< all rows of all vectors
  std::ptrdiff_t bytes = 0;          ///< of all of this
  const RowsAhead* ahead = nullptr;  ///< what the first pass brings into the cache, if anything
  bool stream = false;               ///< whole vectors of results bypass the caches

  RowPlaces() = default;
  bool operator==(const RowPlaces&) const = default;
  /// For `count` vectors of columns with `rows` rows: of each vector `of_history` bytes for earlier rows, and `units`
  /// units for each of all rows.
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

/// The bytes of a value in whole units.
template <class Kept>
inline constexpr int unit_bytes =
    static_cast<int>((sizeof(Kept) + RowPlaces::unit - 1) / RowPlaces::unit) * RowPlaces::unit;

}  // namespace stencil::cpu
