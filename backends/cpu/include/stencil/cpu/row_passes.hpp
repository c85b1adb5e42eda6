// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include <stencil/columnwise/job.hpp>
#include <stencil/cpu/row_needs.hpp>
#include <stencil/cpu/row_value.hpp>
#include <stencil/cpu/strip_deferred.hpp>
#include <stencil/where_used.hpp>

/// In which pass a lane that goes along columns row by row is, and what a dry run finds out about its operations.
namespace stencil::cpu {

/// What a lane does at a row. look: a dry run that finds what the function needs; end: computes a row near an end of
/// the column; away: a row away from ends; handing: the same in a pass after which strips take over, where every
/// operation tests whether strips read its result; plain: the same in a pass of which nothing is kept, so that no test
/// is needed and compilers drop unused values.
enum class AtRow { look, end, away, handing, plain };

// A lane that looks instantiates the code of passes that only some functions have (rows.hpp).
template <class Job>
struct RowCode;
template <int W, class Job>
void add_pass_before_strips(RowCode<Job>& code);
template <int W, class Job>
void add_second_pass(RowCode<Job>& code);

/// What the numbers of passes and of rows behind mean to such a lane.
template <int W, int Pass, AtRow How>
class RowPasses {
 public:
  const EvaluatedColumns columns;

  template <class Where>
  int rows_of_column() const {
    return rows_at<Where>(columns.levels);
  }

 protected:
  static constexpr bool looks = How == AtRow::look;
  static constexpr bool away = How == AtRow::away || How == AtRow::handing || How == AtRow::plain;

  RowPasses(const EvaluatedColumns& set, int pass, RowNeeds* needs) : columns(set), needs_(needs), pass_(pass) {}

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
  bool looks_at_strips() const { return looks && pass_ == passes_of_strips; }
  /// Whether a value of pass `of` becomes known in this pass, or is known from an earlier one.
  bool is_now(int of) const { return looks_at_strips() ? of > 0 : of == pass(); }
  bool is_earlier(int of) const { return looks_at_strips() ? of == 0 : of < pass(); }
  /// The row of a value that is `behind` rows behind.
  int row_of(int behind) const { return goes_down() ? row_ + behind : row_ - behind; }
  /// The last and the first row that an operation reads, counted from its own in the order of the pass; low to high:
  /// the rows that it reads, counted upward.
  int reads_to(int low, int high) const { return goes_down() ? -low : high; }
  int reads_from(int low, int high) const { return goes_down() ? -high : low; }
  /// How many rows of an operand that is `of_operand` rows behind an operation keeps that is `behind`.
  int rows_kept(int of_operand, int low, int high, int behind) const {
    return behind - reads_from(low, high) - of_operand;
  }
  /// The turns at which something that is `behind` rows behind is at the rows `inside`.
  RowRange turns_of(RowRange inside, int behind) const {
    const int top = columns.levels;
    if (!goes_down()) return {inside.first + behind, inside.last + behind};
    return {top + 1 - inside.last + behind, top + 1 - inside.first + behind};
  }
  /// What is known of an operand; grid quantities and numbers are there at once.
  template <class N>
  static RowFacts facts_of(const N& node) {
    if constexpr (column_functions::IsColumnValue<N>) {
      return node.rows.facts();
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

  // What a dry run notes; other lanes do nothing.

  /// Of something that is `behind` rows behind: the rows `inside`, at which it is away from ends.
  void note_away(RowRange inside, int behind) const {
    if constexpr (looks) needs_->note_away(turns_of(inside, behind));
  }
  void note_read(const void* data) const {
    if constexpr (looks) needs_->note_read(data);
  }
  void note_result(const void* data, int of_pass) const {
    if constexpr (looks) needs_->note_result(data, of_pass);
  }
  void note_behind(int behind) const {
    if constexpr (looks) needs_->behind = std::max(needs_->behind, behind);
  }
  /// Notes that the pass does something at every row.
  void note_rows() const {
    if constexpr (looks) needs_->has_rows = true;
  }
  template <class... Values>
  void note_roots(const Values&... of) const {
    if constexpr (looks) (needs_->note_root(facts_of(of).number), ...);
  }
  template <class Value>
  void number(Value& made) const {
    if constexpr (looks) made.rows.number = ++needs_->values;
  }
  void refuse() const {
    if constexpr (looks) needs_->carried_out = false;
  }

  /// What a dry run finds out about an operation: what is known of its result, what it keeps of its operands, and
  /// whether this pass carries it out. One function for all operations, since a column function has many.
  [[gnu::noinline]] RowFacts look_at(const RowFormula& formula, const RowRead* reads, int count) const
    requires(looks)
  {
    RowFacts facts;
    for (int i = 0; i < count; ++i) facts.pass = std::max(facts.pass, reads[i].facts.pass);
    facts.number = ++needs_->values;
    if (needs_->lists && (formula.keeps || formula.hands))
      needs_->kept.push_back({facts.number, facts.pass, formula.units, !formula.keeps});
    const bool is_now = this->is_now(facts.pass), is_earlier = this->is_earlier(facts.pass);
    int behind = 0;
    for (int i = 0; i < count; ++i)
      behind = std::max(behind, reads[i].facts.behind + reads_to(reads[i].low, reads[i].high));
    facts.behind = formula.keeps && is_earlier ? 0 : behind;
    if ((looks_at_strips() ? formula.hands : formula.keeps) ? is_now : is_now || is_earlier) {
      needs_->note_operation(facts.number, formula, reads, count, is_earlier);
      if (!formula.per_column) note_away(formula.inside, behind);
      note_behind(behind);
    }
    for (int i = 0; i < count; ++i) {
      const RowRead& read = reads[i];
      if (read.bytes == 0) continue;
      if (read.for_all) needs_->heights_bytes += read.bytes;
      const int rows = read.for_all ? 1 : rows_kept(read.facts.behind, read.low, read.high, behind);
      take_in_history(needs_->history_bytes, read.alignment, rows * read.bytes);
    }
    if (formula.keeps && is_earlier && !formula.per_column) note_away({0, formula.rows}, 0);
    return facts;
  }

  where_used<RowNeeds, RowPasses>* needs_;
  int pass_;
  int row_ = 0;
};

}  // namespace stencil::cpu
