// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/job.hpp>
#include <stencil/cpu/row_needs.hpp>
#include <stencil/cpu/row_value.hpp>
#include <stencil/cpu/strip_deferred.hpp>
#include <stencil/where_used.hpp>

/// What a lane that goes along columns row by row knows of its place: the row, what operations keep of earlier rows,
/// and what they leave for later passes. Where functions are inlined as a whole all of it is known to compilers but the
/// row.
namespace stencil::cpu {

/// What a lane does at a row. look: a dry run that finds what the function needs; end: computes a row near an end of
/// the column; away: a row away from ends; handing: the same in a pass after which strips take over, where every
/// operation tests whether strips read its result; plain: the same in a pass of which nothing is kept, so that no test
/// is needed and compilers drop unused values.
enum class AtRow { look, end, away, handing, plain };

/// The rows of a vector of columns. The function is carried out for all rows once in each pass: from the bottom up in
/// the first, 0, and from the top down in the second and last, 1. A lane that looks finds what further ones would need.
template <int W, int Pass, AtRow How>
class RowSteps {
 public:
  /// In place of the number of a pass, in a dry run: all passes but the first, carried out by strips.
  static constexpr int strips = 1 << 20;
  const EvaluatedColumns columns;
  std::ptrdiff_t column = 0;  ///< the first
  static constexpr int count = W;

  template <class Where>
  int rows_of_column() const {
    return rows_at<Where>(columns.levels);
  }

 protected:
  static constexpr bool looks = How == AtRow::look;
  static constexpr bool away = How == AtRow::away || How == AtRow::handing || How == AtRow::plain;

  /// needs: filled by a dry run; told: the plan that any other lane follows.
  RowSteps(const EvaluatedColumns& set, const RowPlaces& places, int pass, const RowPass* told, RowNeeds* needs)
      : columns(set),
        places_(places),
        units_(looks ? nullptr : static_cast<const where_used<RowPass, RowSteps>*>(told)->unit.data()),
        needs_(needs),
        pass_(pass) {}

  void begin_row(int row, int vector, std::ptrdiff_t first_column) {
    row_ = row;
    vector_ = vector;
    column = first_column;
    history_ = places_.history(vector);
    history_used_ = 0;
    kept_ = 0;
    units_used_ = 0;
  }

  int pass() const {
    if constexpr (looks) return pass_;
    return Pass;
  }
  bool goes_down() const { return pass() % 2 == 1; }
  /// The first pass from `pass` on that goes the way of a march.
  template <bool Upward>
  static int pass_along(int pass) {
    return pass + ((pass % 2 == 0) == Upward ? 0 : 1);
  }
  bool looks_at_strips() const { return looks && pass_ == strips; }
  /// Whether a value of pass `of` becomes known in this pass, or is known from an earlier one.
  bool is_now(int of) const { return looks_at_strips() ? of > 0 : of == pass(); }
  bool is_earlier(int of) const { return looks_at_strips() ? of == 0 : of < pass(); }
  /// The row of a value that is so many rows behind.
  int row_of(int behind) const { return goes_down() ? row_ + behind : row_ - behind; }
  /// Whether it has a row here.
  template <class Where>
  bool is_here(int behind) const {
    if constexpr (away) return true;
    if constexpr (looks) return false;
    const int row = row_of(behind);
    return row >= 0 && row < rows_at<Where>(columns.levels);
  }
  /// The last and the first row that an operation reads, counted from its own in the order of the pass; Low to High:
  /// the rows that it reads, counted upward.
  template <int Low, int High>
  int reads_to() const {
    return goes_down() ? -Low : High;
  }
  template <int Low, int High>
  int reads_from() const {
    return goes_down() ? -High : Low;
  }

  /// The turns at which something that is so many rows behind is at rows inside.
  RowRange turns_of(RowRange inside, int behind) const {
    const int top = columns.levels;
    if (!goes_down()) return {inside.first + behind, inside.last + behind};
    return {top + 1 - inside.last + behind, top + 1 - inside.first + behind};
  }
  void note_away(RowRange inside, int behind) const {
    if constexpr (looks) {
      const RowRange turns = turns_of(inside, behind);
      needs_->first_away = std::max(needs_->first_away, turns.first);
      needs_->last_away = std::min(needs_->last_away, turns.last);
    }
  }
  void note_read(const void* data) const {
    if constexpr (looks) {
      if (needs_->lists) needs_->read.push_back(data);
    }
  }
  void note_result(const void* data, int of_pass) const {
    if constexpr (looks) {
      if (needs_->lists) needs_->written.push_back({data, of_pass});
    }
  }
  void note_behind(int behind) const {
    if constexpr (looks) needs_->behind = std::max(needs_->behind, behind);
  }
  /// An operation that this pass carries out.
  template <class Value, class... Values>
  void note_operation(const Value& made, int cost, const Values&... of) const {
    if constexpr (looks) {
      constexpr bool per_column = std::is_same_v<typename Value::location, Surface>;
      if constexpr (per_column) {
        using Kept = held<typename Value::value_type, W>;
        constexpr int line = RowPlaces::line;
        needs_->per_column_bytes += (static_cast<int>(sizeof(Kept)) + line - 1) / line * line + line;
      }
      if (!needs_->lists) return;
      (needs_->operands.push_back(facts_of(of).number), ...);
      needs_->operations.push_back(
          {made.rows.number, static_cast<int>(needs_->operands.size()), cost, is_earlier(made.rows.pass), per_column});
    }
  }
  /// The unit where the rows of a value begin that every pass but the last keeps.
  template <class T>
  int own_unit() const {
    const int unit = units_used_;
    units_used_ += units_of<T>;
    if constexpr (looks) needs_->units = units_used_;
    return unit;
  }
  /// The unit of a value that this pass stores if later passes need it. Asks: look up whether they do; without, it is
  /// not stored.
  template <class T, bool Asks, bool Cheap>
  int unit_of(int of_pass, int of_number) const {
    if constexpr (looks) {
      if (needs_->lists) needs_->kept.push_back({of_number, of_pass, units_of<T>, Cheap});
    }
    const int turn = kept_++;
    if constexpr (!looks && Asks) return units_[turn];
    return RowUnits::nowhere;
  }
  /// Notes that strips read the rows of such a value, of a march or at a level.
  template <class T>
  void note_in_memory(int of_number, int unit) const {
    if constexpr (looks) {
      needs_->in_memory.push_back({of_number, unit});
      needs_->handed = needs_->handed && lies_as_strip<T, W>;
    }
  }
  template <class Value>
  void number(Value& made) const {
    if constexpr (looks) made.rows.number = ++needs_->values;
  }
  template <class... Values>
  void note_roots(const Values&... of) const {
    if constexpr (looks) {
      if (needs_->lists) (needs_->roots.push_back(facts_of(of).number), ...);
    }
  }
  void refuse() const {
    if constexpr (looks) needs_->carried_out = false;
  }

  /// Memory of an operation for what it keeps from row to row.
  template <class Kept>
  Kept* keep(int how_many) const {
    constexpr int size = unit_bytes<Kept>;
    // Vectors of float64 as wide as those of float32 take two registers.
    constexpr int alignment = static_cast<int>(alignof(Kept));
    static_assert(alignment <= RowPlaces::line);
    if constexpr (alignment > RowPlaces::unit) history_used_ = (history_used_ + alignment - 1) / alignment * alignment;
    char* const memory = looks ? nullptr : history_ + history_used_;
    history_used_ += how_many * size;
    if constexpr (looks) needs_->history_bytes = history_used_;
    return reinterpret_cast<Kept*>(memory);
  }
  /// Memory that an operation shares with those of the other vectors at this row.
  template <class Kept>
  Kept* keep_for_all() const {
    if constexpr (looks) needs_->heights_bytes += unit_bytes<Kept>;
    char* const own = reinterpret_cast<char*>(keep<Kept>(1));
    return reinterpret_cast<Kept*>(looks ? own : own - (history_ - places_.history(0)));
  }
  template <class T>
  held_in_memory<T, W>& row_in(int unit, int row) const {
    return reinterpret_cast<held_in_memory<T, W>*>(
        places_.of_unit(unit))[static_cast<std::ptrdiff_t>(row) * places_.vectors + vector_];
  }
  template <class T>
  static constexpr int units_of = unit_bytes<held_in_memory<T, W>> / RowPlaces::unit;
  /// Reads a value that an earlier pass kept.
  template <class Where, class T>
  void read_kept(RowOf<T, W>& value) const {
    constexpr bool surface = std::is_same_v<Where, Surface>;
    if constexpr (!surface) note_away({0, rows_at<Where>(columns.levels)}, 0);
    if (looks || !(surface || is_here<Where>(0))) return;
    copy_parts(value.vector, from_memory<T, W>(row_in<T>(value.unit, surface ? 0 : row_)));
  }
  template <class Where, class T>
  void keep_row(const RowOf<T, W>& value, int row) const {
    if constexpr (!looks && Pass != 1)
      copy_parts(row_in<T>(value.unit, std::is_same_v<Where, Surface> ? 0 : row), to_memory<T, W>(value.vector));
  }

  // Operands.

  /// What is known of an operand but its rows; grid quantities and numbers are there at once.
  struct Facts {
    int behind = 0;
    int pass = 0;
    int number = 0;
  };
  template <class N>
  static Facts facts_of(const N& node) {
    if constexpr (column_functions::IsColumnValue<N>) {
      return {node.rows.behind, node.rows.pass, node.rows.number};
    } else {
      return {};
    }
  }
  /// The value of an operation's condition, if it has one.
  template <Side End, class Make>
  static decltype(auto) condition_of(const Make& make) {
    if constexpr (requires { make.op.template condition<End>().value; }) {
      return (make.op.template condition<End>().value);
    } else {
      return make;
    }
  }

  /// How many rows of an operand an operation keeps.
  template <int Low, int High, class N>
  int rows_kept(const N& node, int behind) const {
    if constexpr (column_functions::IsColumnValue<N>) {
      if constexpr (!std::is_same_v<typename N::location, Surface>)
        return behind - reads_from<Low, High>() - node.rows.behind;
    }
    return 0;
  }
  /// A node for an operand: rows from Low to High around those of an operation that is `behind`. Keeps what later rows
  /// read.
  template <int Low, int High, class N>
  decltype(auto) window(const N& node, int behind, bool is_read = true) const {
    if constexpr (!column_functions::IsColumnValue<N>) {
      return (node);
    } else {
      using T = typename N::value_type;
      using Where = typename N::location;
      using Held = held<T, W>;
      RowWindow<T, Where, W, Low, High> all{};
      if constexpr (std::is_same_v<Where, Surface>) {
        copy_parts(all.rows[0], node.rows.vector);
      } else {
        const int older = rows_kept<Low, High>(node, behind);
        Held* const kept = keep<Held>(older);
        if (!looks && is_read) {
          [&]<int... J>(std::integer_sequence<int, J...>) {
            (copy_parts(all.rows[Pass == 1 ? High - Low - J : J], older == J ? node.rows.vector : kept[J]), ...);
          }(std::make_integer_sequence<int, High - Low + 1>{});
          if (older > 1) copy_parts(kept[0], kept[1]);
          if (older > 2) copy_parts(kept[1], kept[2]);
          for (int i = 2; i + 1 < older; ++i) copy_parts(kept[i], kept[i + 1]);
          if (older > 0) copy_parts(kept[older - 1], node.rows.vector);
        }
      }
      return all;
    }
  }

  const RowPlaces places_;
  const int* units_;
  where_used<RowNeeds, RowSteps>* needs_;
  int pass_;
  char* history_ = nullptr;
  int row_ = 0;
  int vector_ = 0;
  mutable int history_used_ = 0;
  mutable int kept_ = 0;
  mutable int units_used_ = 0;
};

}  // namespace stencil::cpu
