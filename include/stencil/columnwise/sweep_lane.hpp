// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/columnwise/sweep_march.hpp>
#include <stencil/columnwise/sweep_steps.hpp>

/// Column values of a thread that goes along a whole column, row by row in the direction of its marches, so that
/// threads need not wait for each other. The function is carried out for each row. An operation that reads rows further
/// on is computed that many rows after its argument. What uses a value per column that is known only at the end, such
/// as a sum, is computed in another pass along the column, the same way. A solution or the rows of a march the other
/// way cannot be had so.
namespace stencil::column_functions {

/// Team: of threads whose columns are neighbours, with tiles in memory where each finds the rows of its own; or, if it
/// reads memory, without tiles, where a thread may take some rows of a column. fields_lie_alike: then columns are side
/// by side in all fields, and levels at the same distance.
template <Sweep Way, class Team, class Code = NotHeld, bool Away = false>
class SweepLane : public SweepSteps<Way, Code, Away> {
  using Steps = SweepSteps<Way, Code, Away>;
  static constexpr bool reads_memory = requires { Team::reads_memory; };
  static constexpr bool fields_lie_alike = requires { Team::fields_lie_alike; };

 public:
  static constexpr bool may_be_ring = false;
  static constexpr bool calls_user_functions = true;
  static constexpr bool folds_row_by_row = true;
  template <class Where, class T>
  using rows = SweptRow<T>;
  using handle = const SweepLane*;
  STENCIL_FUNCTION static constexpr const SweepLane& of(handle lane) { return *lane; }
  template <class Where, class T>
  using Value = ColumnValue<SweepLane, Where, T>;

  using Steps::columns, Steps::column, Steps::looks;
  using Steps::facts_of, Steps::pass_of, Steps::refuse, Steps::upward, Steps::row_of, Steps::is_last_turn;

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
        pass_of(nodes...),
        [&](const auto& at, const auto&... windows) { return call_at_row<SweepLane>(function, windows.value(at)...); },
        nodes...);
  }
  template <class Op, class... Nodes>
  STENCIL_FUNCTION auto apply(const Op& op, const Nodes&... nodes) const {
    using Node = StencilBroadcasted<Op, stand_for<Nodes>...>;
    if constexpr (requires { Team::template require_formulas<Node>(); }) Team::template require_formulas<Node>();
    return computed<typename Node::location, Node>(
        pass_of(nodes..., Steps::template condition_of<Side::bottom>(op), Steps::template condition_of<Side::top>(op)),
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
  template <class Where, class T>
  STENCIL_FUNCTION auto at_level(const Value<Where, T>& value, [[maybe_unused]] int level) const {
    this->note_whole_column();
    const int row = row_of_level(level, rows_at<Where>(columns.levels));
    const SweptRow<T>& field = value.rows;
    if (!field.is_field) return when_it_comes(value, field.pass, [&] { return row; });
    Value<Surface, T> found{{}, this};
    if constexpr (looks) this->look->needs.reads_levels = true;
    this->keep_from_first_turn(found.rows.value, [&] {
      if constexpr (reads_memory) {
        return field.memory[row * field.step];
      } else {
        return this->row_in_memory(field.memory, row);
      }
    });
    return found;
  }
  template <class N, class Level>
  STENCIL_FUNCTION auto at_level_of_column(const N& node, const Value<Surface, Level>& level, double otherwise) const {
    using T = typename N::value_type;
    this->note_whole_column();
    const auto value = as_value(*this, node);
    auto found = when_it_comes(value, pass_of(value, level), [&] { return static_cast<int>(level.rows.value); });
    if (!this->template has_level<typename N::location>(level.rows.value))
      found.rows.value = every_component<T>(otherwise);
    return found;
  }
  template <class Real, class Where, MetricKind Kind, class Level>
  STENCIL_FUNCTION auto at_level_of_column(const MetricLeaf<Real, Where, Kind>&, const Value<Surface, Level>& level,
                                           double otherwise) const {
    Value<Surface, Real> found{{}, this};
    found.rows.pass = level.rows.pass;
    this->note_whole_column();
    if constexpr (!looks) {
      if (this->is_found_now(found.rows.pass)) {
        found.rows.value = this->template has_level<Where>(level.rows.value)
                               ? Steps::template grid_at<Real, Where, Kind>(static_cast<int>(level.rows.value))
                               : static_cast<Real>(otherwise);
      }
    }
    this->keep_per_column(found.rows);
    return found;
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
    return sweep_march<Where, Upward>(*this, step, start, values...);
  }

  // Loads and stores.

  template <class T, class Where, class Layout, class Space>
  STENCIL_FUNCTION auto load(const FieldLeaf<T, Where, Layout, Space>& leaf) const {
    using V = std::remove_const_t<T>;
    Value<Where, V> value{{}, this};
    if constexpr (std::is_same_v<Where, Surface>) {
      if constexpr (Steps::finds_values_of_columns) value.rows.value = leaf.data[column * leaf.strides.column()];
      this->keep_value_of_column(value.rows.value);
    } else {
      value.rows.is_field = true;
      if constexpr (!looks) {
        value.rows.memory = leaf.data;
        if constexpr (reads_memory) {
          value.rows.memory += place_in_memory(leaf, 0);
          value.rows.step = level_stride_of(leaf);
        }
        if (this->template is_here<Where>(0)) value.rows.value = row_of_field<Where>(leaf);
      }
      this->note_away(0, rows_at<Where>(columns.levels), 0);
      if constexpr (looks) this->look->needs.values += static_cast<int>(sizeof(V));
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
      needs.passes = largest_of(needs.passes, facts.pass + (std::is_same_v<Where, Surface> ? 0 : 1));
    } else if constexpr (std::is_same_v<Where, Surface>) {
      if (this->is_last_pass() && is_last_turn())
        leaf.data[column * leaf.strides.column()] =
            static_cast<T>(node.value(SweepCursor<SweepLane, Surface, false>{*this, 0}));
    } else {
      if (!this->is_last_pass() || !this->template is_here<Where>(facts.behind)) return;
      const int row = row_of(facts.behind);
      if constexpr (fields_lie_alike) {
        if (static_cast<unsigned>(row - this->first_stored) >= static_cast<unsigned>(this->rows_stored)) return;
      }
      const T value = static_cast<T>(node.value(SweepCursor<SweepLane, Where, Away>{*this, row}));
      if constexpr (reads_memory) {
        leaf.data[place_in_memory(leaf, row)] = value;
      } else if constexpr (Leaf::layout::columns_contiguous) {
        leaf.data[column * leaf.strides.column() + row * leaf.strides.level()] = value;
      } else {
        reinterpret_cast<T*>(this->write_to + this->place_of(leaf))[this->template in_tile<Where, T>(facts.behind)] =
            value;
      }
    }
  }

 private:
  template <class Leaf>
  STENCIL_FUNCTION std::ptrdiff_t level_stride_of(const Leaf& leaf) const {
    if constexpr (fields_lie_alike) {
      return this->level_stride;
    } else {
      return leaf.strides.level();
    }
  }
  /// Where a row of this column is in a field's memory.
  template <class Leaf>
  STENCIL_FUNCTION std::ptrdiff_t place_in_memory(const Leaf& leaf, int row) const {
    return row * level_stride_of(leaf) + (fields_lie_alike ? column : column * leaf.strides.column());
  }
  /// The row of a field that came in this turn.
  template <class Where, class Leaf>
  STENCIL_FUNCTION auto row_of_field(const Leaf& leaf) const {
    using V = typename Leaf::value_type;
    if constexpr (reads_memory) {
      const int row = row_of(0), last = upward() ? rows_at<Where>(columns.levels) - 1 : 0;
      Team::prefetch(leaf.data + place_in_memory(leaf, row == last ? last : upward() ? row + 1 : row - 1));
      return V{leaf.data[place_in_memory(leaf, row)]};
    } else {
      return reinterpret_cast<const V*>(this->read_from + this->place_of(leaf))[this->template in_tile<Where, V>(0)];
    }
  }
  template <class Where, class Node, class Formula, class... Nodes>
  STENCIL_FUNCTION auto computed(int pass, const Formula& formula, const Nodes&... nodes) const {
    using T = typename Node::value_type;
    Value<Where, T> result{{}, this};
    this->template note_heights<Node>();
    constexpr bool surface = std::is_same_v<Where, Surface>;
    [&]<int... I>(std::integer_sequence<int, I...>) {
      const int behind = largest_of(0, Steps::facts_of(nodes).behind + Steps::template reads_to<Node, I>()...);
      result.rows.behind = surface ? 0 : behind;
      result.rows.pass = pass;
      if constexpr (looks) {
        if (behind > this->look->needs.behind) this->look->needs.behind = behind;
        this->template note_away_of<Where, Node>(behind);
        if constexpr (!surface) this->look->needs.values += static_cast<int>(sizeof(T));
        (note_window<plan::rows_read<Node, I>().low, plan::rows_read<Node, I>().high>(result, nodes), ...);
      } else {
        compute(
            result,
            surface ? this->is_found_now(pass)
                    : (reads_memory || this->template is_here<Where>(behind)) && this->has_come(pass),
            surface ? 0 : row_of(behind), formula,
            this->template window<plan::rows_read<Node, I>().low, plan::rows_read<Node, I>().high>(nodes, behind)...);
      }
    }(std::make_integer_sequence<int, static_cast<int>(sizeof...(Nodes))>{});
    if constexpr (surface) this->keep_per_column(result.rows);
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

  /// The value in a row that comes in a pass: right from the next one on.
  template <class Where, class T, class Row>
  STENCIL_FUNCTION auto when_it_comes(const Value<Where, T>& value, int pass, const Row& row) const {
    Value<Surface, T> found{{}, this};
    const int behind = value.rows.behind, kept = this->template keep<T>(1);
    found.rows.pass = pass + 1;
    if constexpr (looks) {
      this->look->needs.reduces = true;
    } else {
      if (this->template is_here<Where>(behind) && row_of(behind) == row()) this->history.write(kept, value.rows.value);
      this->history.read(kept, found.rows.value);
    }
    return found;
  }
};

}  // namespace stencil::column_functions
