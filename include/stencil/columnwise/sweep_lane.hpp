// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/columnwise/register_march.hpp>
#include <stencil/columnwise/sweep_steps.hpp>

/// Column values of a thread that goes along a whole column, row by row in the direction of its marches, so that
/// threads need not wait for each other. The function is carried out for each row. An operation that reads rows further
/// on is computed that many rows after its argument. What needs a column's other end first, such as a solution, a sum
/// or a march the other way, cannot be carried out so.
namespace stencil::column_functions {

/// Team: of threads whose columns are neighbours, with tiles in memory where each finds the rows of its own; or, if it
/// reads memory, without tiles, where a thread may take some rows of a column.
template <Sweep Way, class Team, class Code = NotHeld, bool Away = false>
class SweepLane : public SweepSteps<Way, Code, Away> {
  using Steps = SweepSteps<Way, Code, Away>;
  static constexpr bool reads_memory = requires { Team::reads_memory; };

 public:
  static constexpr bool may_be_ring = false;
  static constexpr bool calls_user_functions = true;
  template <class Where, class T>
  using rows = SweptRow<T>;
  using handle = const SweepLane*;
  STENCIL_FUNCTION static constexpr const SweepLane& of(handle lane) { return *lane; }
  template <class Where, class T>
  using Value = ColumnValue<SweepLane, Where, T>;

  using Steps::columns, Steps::column;

  using Steps::Steps;

  /// slot: the number of the turn's row in tiles.
  template <class Job>
  STENCIL_FUNCTION void run(const Job& job, int turn, int slot) {
    this->begin_turn(turn, slot);
    carry_out(*this, job);
  }
  STENCIL_FUNCTION void before_stores() const {}

  // Operations on column values.

  template <class Function, class... Nodes>
  STENCIL_FUNCTION auto pointwise(const Function& function, const Nodes&... nodes) const {
    using Node = Broadcasted<Function, stand_for<Nodes>...>;
    return computed<in_column<typename Node::location>, Node>(
        is_late(nodes...),
        [&](const auto& at, const auto&... windows) { return call_at_row<SweepLane>(function, windows.value(at)...); },
        nodes...);
  }
  template <class Op, class... Nodes>
  STENCIL_FUNCTION auto apply(const Op& op, const Nodes&... nodes) const {
    using Node = StencilBroadcasted<Op, stand_for<Nodes>...>;
    if constexpr (requires { Team::template require_formulas<Node>(); }) Team::template require_formulas<Node>();
    return computed<typename Node::location, Node>(
        is_late(nodes..., Steps::template condition_of<Side::bottom>(op), Steps::template condition_of<Side::top>(op)),
        [&](const auto& at, const auto&... windows) {
          return StencilBroadcasted<Op, std::remove_cvref_t<decltype(windows)>...>{op, make_arguments(windows...), {}}
              .value(at);
        },
        nodes...);
  }
  template <class F, class... Values>
    requires requires { Team::calls_user_functions; }
  STENCIL_FUNCTION static constexpr auto call(const F& function, Values&... values) {
    return Team::this_function_of_yours_needs_STENCIL_FUNCTION(function, values...);
  }
  template <class F, class... Values>
    requires(!requires { Team::calls_user_functions; })
  STENCIL_FUNCTION static constexpr auto call(const F& function, Values&... values) {
    return function(values...);
  }
  /// What the grid has in a row.
  template <class Real, class Where, MetricKind Kind>
  STENCIL_FUNCTION Real metric_of(int row) const {
    return swept_metric < Team, Way == Sweep::up, Away, Real, Where, Kind > (columns, column, row);
  }
  /// Of a field.
  template <class Where, class T>
  STENCIL_FUNCTION auto at_level(const Value<Where, T>& value, [[maybe_unused]] int level) const {
    Value<Surface, T> found{{}, this};
    this->note_whole_column();
    const SweptRow<T>& field = value.rows;
    if (!field.is_field) refuse();
    if constexpr (looks) this->look->needs.reads_levels = true;
    const auto row = [&] { return row_of_level(level, rows_at<Where>(columns.levels)); };
    if constexpr (!reads_memory) {
      this->keep_from_first_turn(found.rows.value, [&] { return this->row_in_memory(field.memory, row()); });
    } else {
      if constexpr (finds_values_of_columns) found.rows.value = field.memory[this->place_of_row(row())];
      this->keep_value_of_column(found.rows.value);
    }
    return found;
  }
  template <class N, class Level>
  STENCIL_FUNCTION auto at_level_of_column(const N&, const Value<Surface, Level>&, double) const {
    this->note_whole_column();
    refuse();
    return Value<Surface, typename N::value_type>{{}, this};
  }
  STENCIL_FUNCTION bool all_columns(const Value<Surface, bool>&) const {
    refuse();
    return true;
  }
  STENCIL_FUNCTION static constexpr bool ring() { return false; }
  template <class V>
  STENCIL_FUNCTION const V& to_begin_with(const V& value) const {
    this->note_whole_column();
    return value;
  }

  template <class Where, bool Upward, class Step, class Start, class... Values>
  STENCIL_FUNCTION auto march(const Step& step, const Start& start, const Values&... values) const {
    using Types = MarchTypes<Step, Start, Values...>;
    auto all = march_without_rows<Where, Types>(this);
    this->template note_whole_column<Step>();
    if constexpr (!requires { Step::is_of_user; }) {
      refuse();
    } else if constexpr (looks) {
      this->look->code.template march<Upward>();
      this->look->needs.state += static_cast<int>(sizeof(typename Types::state));
      if (Upward != this->look->needs.upward) refuse();
      march_along<Where, Types>(all, step, start, values...);
    } else if constexpr (Upward == (Way == Sweep::up)) {
      march_along<Where, Types>(all, step, start, values...);
    }
    return all;
  }

  // Loads and stores.

  template <class T, class Where, class Layout, class Space>
  STENCIL_FUNCTION auto load(const FieldLeaf<T, Where, Layout, Space>& leaf) const {
    using V = std::remove_const_t<T>;
    Value<Where, V> value{{}, this};
    if constexpr (std::is_same_v<Where, Surface>) {
      if constexpr (finds_values_of_columns) value.rows.value = leaf.data[column * leaf.strides.column()];
      this->keep_value_of_column(value.rows.value);
    } else {
      value.rows.is_field = true;
      if constexpr (!looks) {
        value.rows.memory = leaf.data;
        if (this->template is_here<Where>(0)) value.rows.value = row_of_field<Where>(leaf);
      }
      this->note_away(0, rows_at<Where>(columns.levels), 0);
      this->keep_row(value.rows);
    }
    return value;
  }
  template <class Leaf, class N, class Mask>
  STENCIL_FUNCTION void store(const Leaf& leaf, const N& node, const Mask&) const {
    using Where = typename Leaf::location;
    using T = typename Leaf::value_type;
    static_assert(std::is_same_v<Mask, NotHeld>);
    const auto facts = facts_of(node);
    this->template note_heights<N>();
    if constexpr (looks) {
      SweepNeeds& needs = this->look->needs;
      if (needs.results < SweepNeeds::most_results) needs.behind_of[needs.results] = facts.behind;
      ++needs.results;
      needs.lead = largest_of(needs.lead, facts.lead - facts.behind);
      if constexpr (IsColumnValue<N>) {
        this->note_away(0, rows_at<Where>(columns.levels), facts.behind);
      } else {
        this->template note_away_of<Where, N>(facts.behind);
      }
      if (facts.late && !std::is_same_v<Where, Surface>) refuse();
    } else if constexpr (std::is_same_v<Where, Surface>) {
      if (is_last_turn())
        leaf.data[column * leaf.strides.column()] =
            static_cast<T>(node.value(SweepCursor<SweepLane, Surface, false>{*this, 0}));
    } else {
      if (!this->template is_here<Where>(facts.behind)) return;
      const int row = row_of(facts.behind);
      if constexpr (reads_memory) {
        if (static_cast<unsigned>(row - this->first_stored) >= static_cast<unsigned>(this->rows_stored)) return;
      }
      const T value = static_cast<T>(node.value(SweepCursor<SweepLane, Where, Away>{*this, row}));
      if constexpr (reads_memory) {
        leaf.data[this->place_of_row(row)] = value;
      } else if constexpr (Leaf::layout::columns_contiguous) {
        leaf.data[column * leaf.strides.column() + row * leaf.strides.level()] = value;
      } else {
        reinterpret_cast<T*>(
            this->write_to +
            this->place_of(leaf))[this->template in_tile<Team::may_take_whole_columns, Where, T>(facts.behind)] = value;
      }
    }
  }

 private:
  using Steps::facts_of, Steps::is_late, Steps::refuse, Steps::upward, Steps::row_of;
  using Steps::finds_values_of_columns, Steps::is_last_turn;
  using Steps::looks;

  /// The row of a field that came in this turn.
  template <class Where, class Leaf>
  STENCIL_FUNCTION auto row_of_field(const Leaf& leaf) const {
    using V = typename Leaf::value_type;
    if constexpr (reads_memory) {
      const int row = row_of(0), highest = rows_at<Where>(columns.levels) - 1;
      Team::prefetch(leaf.data + this->place_of_row(row < highest ? row + 1 : highest));
      return V{leaf.data[this->place_of_row(row)]};
    } else {
      return reinterpret_cast<const V*>(
          this->read_from + this->place_of(leaf))[this->template in_tile<Team::may_take_whole_columns, Where, V>(0)];
    }
  }
  template <class Where, class Node, class Formula, class... Nodes>
  STENCIL_FUNCTION auto computed(bool late, const Formula& formula, const Nodes&... nodes) const {
    using T = typename Node::value_type;
    Value<Where, T> result{{}, this};
    this->template note_heights<Node>();
    constexpr bool surface = std::is_same_v<Where, Surface>;
    [&]<int... I>(std::integer_sequence<int, I...>) {
      const int behind = largest_of(0, Steps::facts_of(nodes).behind + Steps::template reads_to<Node, I>()...);
      result.rows.behind = surface ? 0 : behind;
      result.rows.late = late;
      if constexpr (looks) {
        if (late && !surface) refuse();
        if (behind > this->look->needs.behind) this->look->needs.behind = behind;
        this->template note_away_of<Where, Node>(behind);
        (note_window<plan::rows_read<Node, I>().low, plan::rows_read<Node, I>().high>(result, nodes), ...);
      } else {
        compute(
            result,
            surface ? (late ? is_last_turn() : finds_values_of_columns)
                    : reads_memory || this->template is_here<Where>(behind),
            surface ? 0 : row_of(behind), formula,
            this->template window<plan::rows_read<Node, I>().low, plan::rows_read<Node, I>().high>(nodes, behind)...);
      }
    }(std::make_integer_sequence<int, static_cast<int>(sizeof...(Nodes))>{});
    if constexpr (!surface) {
      this->keep_row(result.rows);
    } else {
      if (!late) this->keep_value_of_column(result.rows.value);
    }
    return result;
  }
  /// In a dry run: that an operation reads such rows of an operand.
  template <int Low, int High, class Result, class N>
  STENCIL_FUNCTION void note_window(Result& result, const N& node) const {
    static_cast<void>(this->template window<Low, High>(node, result.rows.behind));
    result.rows.lead = largest_of(result.rows.lead,
                                  facts_of(node).lead + this->template rows_back<Low, High>(node, result.rows.behind));
  }
  template <class Where, class T, class Formula, class... Windows>
  STENCIL_FUNCTION void compute(Value<Where, T>& result, bool is_there, int row, const Formula& formula,
                                const Windows&... windows) const {
    constexpr bool away = Away && !std::is_same_v<Where, Surface>;
    if (is_there)
      result.rows.value = static_cast<T>(formula(SweepCursor<SweepLane, Where, away>{*this, row}, windows...));
  }

  template <class Where, class Types, class All, class Step, class Start, class... Values>
  STENCIL_FUNCTION void march_along(All& all, const Step& step, const Start& start, const Values&... values) const {
    if (is_late(start, values...)) refuse();
    (this->template note_heights<Values>(), ...);
    const int behind = largest_of(0, facts_of(values).behind...);
    each_index([&](auto i) { argument_at<i.value>(all.rows).rows.behind = behind; },
               static_cast<const typename Types::row*>(nullptr));
    each_index([&](auto i) { argument_at<i.value>(all.last).rows.late = true; },
               static_cast<const typename Types::last*>(nullptr));
    using State = typename Types::state;
    const int kept = this->template keep<State>(1);
    const auto numbers = make_arguments(this->template window<0, 0>(values, behind)...);
    const int after_first = upward() ? 1 : 0;
    this->note_away(after_first, rows_at<Where>(columns.levels) - 1 + after_first, behind);
    if constexpr (!looks) {
      constexpr NumbersOf<SweepLane> at{};
      const int row = row_of(behind), first = upward() ? 0 : rows_at<Where>(columns.levels) - 1;
      State state = step.begin(number_in(start, 0));
      if (Away || row != first) this->history->read(kept, state);
      if (this->template is_here<Where>(behind)) {
        numbers.apply([&](const auto&... windows) {
          const auto here = step.row(at, state, windows.rows[0]...);
          each_index([&](auto i) { argument_at<i.value>(all.rows).rows.value = argument_at<i.value>(here); },
                     static_cast<const typename Types::row*>(nullptr));
          return 0;
        });
        this->history->write(kept, state);
      }
      if (is_last_turn()) {
        const auto end = step.end(at, state);
        each_index([&](auto i) { argument_at<i.value>(all.last).rows.value = argument_at<i.value>(end); },
                   static_cast<const typename Types::last*>(nullptr));
      }
    }
    each_index([&](auto i) { this->keep_row(argument_at<i.value>(all.rows).rows); },
               static_cast<const typename Types::row*>(nullptr));
  }
};

}  // namespace stencil::column_functions
