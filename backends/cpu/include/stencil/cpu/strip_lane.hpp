// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/job.hpp>
#include <stencil/cpu/strip_cursor.hpp>
#include <stencil/cpu/strip_given.hpp>
#include <stencil/cpu/strip_march.hpp>

/// Column values on a CPU: some rows of some neighbouring columns at a time, in vectors of columns. The function is
/// carried out once for each few rows, from the bottom up. An operation that reads n rows above its own is n rows
/// behind its argument; the rows below its own it has kept.
namespace stencil::cpu {

/// Defers: rows of matrices and of derivatives may be computed where they are read (strip_deferred.hpp).
template <int W, bool Part, bool Defers>
class StripLane : public StripGiven<W> {
 public:
  static constexpr int width = W;
  static constexpr bool reads_grid_at_level = true;
  static constexpr bool may_be_ring = !Part;
  static constexpr bool solves_at_once = true;
  static constexpr bool folds_row_by_row = true;
  static constexpr bool computes_where_read = true;
  static constexpr bool may_be_lone = true;
  static constexpr bool part = Part;  ///< of each column the active levels, which `columns` has as columns
  template <class Where, class T>
  using rows = Strip<T>;
  using handle = const StripLane*;
  static const StripLane& of(handle lane) { return *lane; }
  template <class Where, class T>
  using Value = column_functions::ColumnValue<StripLane, Where, T>;

  using StripSteps<W>::columns, StripSteps<W>::column, StripSteps<W>::count, StripSteps<W>::lone;
  static constexpr bool works = true;

  /// halo: rows of a ring that are computed beyond both of its ends; begin: the level of the fields that is the lowest
  /// of `set`.
  StripLane(const EvaluatedColumns& set, const StripShape& shape, int halo, StripMemory& memory, int begin = 0)
      : StripGiven<W>(set, shape, halo, memory, Part ? begin : 0) {}

  /// Carries out a job for some columns.
  template <class Job>
  void run(const Job& job, std::ptrdiff_t first_column, int how_many) {
    for (this->begin_batch(first_column, how_many); unwritten_; front_ += shape_.rows) {
      this->begin_step();
      column_functions::carry_out(*this, job);
    }
  }
  /// The same for columns that are no neighbours.
  template <class Job>
  void run_scattered(const Job& job, const std::ptrdiff_t* columns_of_batch, int how_many) {
    this->scattered = columns_of_batch;
    run(job, 0, how_many);
  }
  /// Carries it out for no column, so that all memory is allocated before any result is written. Returns whether the
  /// function makes as many values and results as it did in a first pass over rows (strip_given.hpp).
  template <class Job>
  bool rehearse(const Job& job) {
    this->begin_batch(0, 0);
    this->begin_step();
    column_functions::carry_out(*this, job);
    this->forget_places();
    return this->all_were_met();
  }
  void before_stores() const {}

  // Operations on column values.
  template <class Function, class... Nodes>
  auto pointwise(const Function& function, const Nodes&... nodes) const {
    return made(MakePointwise<Function>{function}, nodes...);
  }
  template <class Function, class... Nodes>
  auto pointwise_once(const Function& function, const Nodes&... nodes) const {
    return made<true>(MakePointwise<Function>{function}, nodes...);
  }
  template <class Op, class... Nodes>
  auto apply(const Op& op, const Nodes&... nodes) const {
    using Node = StencilBroadcasted<Op, planned_node<Nodes>...>;
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      return made(MakeApplied<Op>{op}, read_often<costs_too_much<Node, I>()>(nodes)...);
    }(std::make_integer_sequence<int, Node::count>{});
  }
  /// A value that is computed where it is read, as one that has rows.
  template <class N>
  const N& settled(const N& value) const {
    return value;
  }
  template <class Make, class... Operands>
  auto settled(const Deferred<StripLane, Make, Operands...>& value) const {
    using Node = planned_node<Deferred<StripLane, Make, Operands...>>;
    if (value.is_given) return Value<typename Node::location, typename Node::value_type>{value.given, this};
    return value.operands.apply(
        [&](const auto&... operands) { return computed<typename Node::location, Node>(value.make, operands...); });
  }
  /// The value at one level.
  template <class Where, class T>
  auto at_level(const Value<Where, T>& value, int level) const {
    const int place = this->next_place();
    if (place >= 0 || value.rows.first() == absent)
      return Value<Surface, T>{this->template given_or_absent<Surface, T>(place), this};
    return Value<Surface, T>{this->template at_row<Part>(value, level), this};
  }
  template <class N>
    requires is_deferred<N>
  auto at_level(const N& value, int level) const {
    return at_level(settled(value), level);
  }

  /// The same at a level per column; `otherwise` where there is no such one.
  template <class Where, class T, class Level>
    requires(!std::is_same_v<Where, Surface>)
  auto at_level_of_column(const Value<Where, T>& value, const Value<Surface, Level>& level, double otherwise) const {
    const int place = this->next_place();
    if (place >= 0 || value.rows.first() == absent)
      return Value<Surface, T>{this->template given_or_absent<Surface, T>(place), this};
    return Value<Surface, T>{this->at_levels(value, level, every_component<T>(otherwise)), this};
  }

  /// The same of heights.
  template <class Real, class Where, class Level>
  auto at_level_of_column(const MetricLeaf<Real, Where, MetricKind::z>&, const Value<Surface, Level>& level,
                          double otherwise) const {
    const int place = this->next_place();
    if (place != RowUnits::nowhere || level.rows.first() == absent)
      return Value<Surface, Real>{this->template given_or_absent<Surface, Real>(place), this};
    return Value<Surface, Real>{this->template heights_at<Real, Where>(level, otherwise), this};
  }

  /// Whether a condition per column holds in all columns of the batch, or in none.
  bool all_columns(const Value<Surface, bool>& done) const { return this->all_hold(done.rows.row(0)); }
  bool no_column(const Value<Surface, bool>& done) const { return this->none_holds(done.rows.row(0)); }
  bool ring() const { return columns.periodic; }
  /// Moves a value that is some rows behind to the strip's own rows, where strips hold all rows.
  template <class Where, class T>
  Value<Where, T> to_begin_with(Value<Where, T> value) const {
    if constexpr (std::is_same_v<Where, Surface>) {
      return value;
    } else {
      if (!ring()) return {value.rows.beginning_at(front_), this};
      const StripsOfMarch strips = strips_of_march(front_, this->template rows_of_column<Where>());
      return {brought_back(value.rows, strips, shape_.rows), this};
    }
  }

  template <class N>
    requires is_deferred<N>
  auto to_begin_with(const N& value) const {
    return to_begin_with(settled(value));
  }

  template <class Where, bool Upward, class Step, class Start, class... Values>
  auto march(const Step& step, const Start& start, const Values&... values) const {
    using Types = column_functions::MarchTypes<Step, Start, typename Values::value_type...>;
    const std::size_t given = this->template next_march<Types>();
    if (given > 0) return this->template march_given<Where, Types>(*this, given);
    if constexpr (Upward && goes_wide<StripLane, Step, Start, typename Values::value_type...>) {
      return march_from<Where, Upward>(NoStrip{}, step, start, this->template source<0, 0>(values)...);
    } else {
      return march_from<Where, Upward>(taken_over<Step>(values...), step, start,
                                       this->template source<0, 0>(settled(values))...);
    }
  }
  /// Of rows with no end formula those that read no spacing at an end face of a part of a column, which is another.
  RowRange away_from_ends(RowRange inside) const {
    if constexpr (Part) {
      if (lone) return {std::max(inside.first, reach_), std::min(inside.last, columns.levels - reach_)};
    }
    return inside;
  }

  // Between memory and strips.
  template <class T, class Where, class Layout, class Space>
  auto load(const FieldLeaf<T, Where, Layout, Space>& leaf) const {
    using V = std::remove_const_t<T>;
    if (this->next_place() == RowUnits::unneeded) return Value<Where, V>{Strip<V>(absent), this};
    return Value<Where, V>{this->strip_of_field(leaf), this};
  }

  template <class Leaf, class N, class Mask>
  void store(const Leaf& leaf, const N& node, const Mask& mask) const {
    using Where = typename Leaf::location;
    if constexpr (!column_functions::IsColumnValue<N>) {
      store(leaf, pointwise(column_functions::Same{}, node), mask);
    } else if constexpr (is_deferred<N>) {
      store(leaf, settled(node), mask);
    } else if constexpr (std::is_same_v<Mask, NotHeld>) {
      if (!this->next_result_is_there()) this->template store_from<Where>(leaf, this->template source<0, 0>(node));
    } else if constexpr (!column_functions::IsColumnValue<Mask>) {
      store(leaf, node, pointwise(column_functions::Same{}, mask));
    } else if (!this->next_result_is_there()) {
      this->template store_from<Where>(leaf, this->template source<0, 0>(node), this->template source<0, 0>(mask));
    }
  }

 private:
  using Steps = StripGiven<W>;
  using Steps::begin_, Steps::strips_of_march, Steps::remember, Steps::remember_all, Steps::keep;
  using Steps::shape_, Steps::reach_, Steps::memory_, Steps::front_, Steps::unwritten_;
  using Steps::wide_count, Steps::first_row, Steps::happens;

  template <class Where, bool Upward, class Taken, class Step, class Start, class... Sources>
  auto march_from(const Taken& taken, const Step& step, const Start& start, Sources&&... sources) const {
    const int first = first_row(start, sources...);
    if (shape_.flows) ((Upward ? remember(sources, first) : remember_all(sources)), ...);
    auto all = march_strips<Where, Upward>(*this, strips_of_march(first, this->template rows_of_column<Where>()), taken,
                                           step, start, sources...);
    if (shape_.flows) (keep(sources), ...);
    return all;
  }

  /// An argument that is read so often that it must have rows.
  template <bool Often, class N>
  decltype(auto) read_often(const N& node) const {
    if constexpr (Often && is_deferred<N>) {
      return settled(node);
    } else {
      return (node);
    }
  }
  /// What an operation gives: its rows, or a value that is computed where it is read. Once: where one operation reads
  /// it.
  template <bool Once = false, class Make, class... Nodes>
  auto made(const Make& make, const Nodes&... nodes) const {
    using Node = typename Make::template node<planned_node<Nodes>...>;
    const int place = this->next_place();
    if constexpr (Defers && (defers<W, Node>() || (Once && may_be_formula<Node>))) {
      return Deferred<StripLane, Make, Nodes...>(make, this, nodes...);
    } else {
      using Where = column_functions::in_column<typename Node::location>;
      using T = typename Node::value_type;
      if (place != RowUnits::nowhere) return Value<Where, T>{this->template given_or_absent<Where, T>(place), this};
      return Value<Where, T>{computed<Where, Node>(make, nodes...)};
    }
  }
  template <class Where, class Node, class Make, class... Nodes>
  auto computed(const Make& make, const Nodes&... nodes) const {
    return this->template with_sources<0, 0, Node>(
        [&](auto&&... sources) {
          return compute<Where, typename Node::value_type, Node>(this->conditions_since(make), make, sources...);
        },
        nodes...);
  }

  /// Rows of the result: those at which all operands are at hand, by the node that `node_of` makes of them.
  template <class Where, class T, class Node, class NodeOf, class... Sources>
  Value<Where, T> compute(int since_conditions, const NodeOf& node_of, Sources&... sources) const {
    const int first = std::min(since_conditions, first_row(sources...));
    if (first == absent) return {Strip<T>(absent), this};
    if constexpr (std::is_same_v<Where, Surface>) {
      auto strip = this->template per_column<T>(first);
      if (happens(first)) evaluate_rows<Surface, false>(node_of, 0, 1, strip, sources...);
      return {std::move(strip), this};
    } else {
      (remember(sources, first), ...);
      const RowRange range = this->template range_of<Where>(first);
      if (range.first >= range.last) {
        (keep(sources), ...);
        return {this->template no_rows_of_result<T>(first), this};
      }
      Strip<T> strip = this->template strip_of_result<T>(first);
      const RowRange inside =
          (any_given(sources) || ...) ? RowRange{0, 0} : away_from_ends(this->template plain_rows<Node>());
      const int inside_first = std::clamp(inside.first, range.first, range.last);
      int inside_last = std::clamp(inside.last, inside_first, range.last);
      if (lone && inside_last - inside_first < W) inside_last = inside_first;
      evaluate_rows<Where, false>(node_of, range.first, inside_first, strip, sources...);
      if (!evaluated_flat<Where>(node_of, inside_first, inside_last, strip, sources...))
        evaluate_rows<Where, true>(node_of, inside_first, inside_last, strip, sources...);
      evaluate_rows<Where, false>(node_of, inside_last, range.last, strip, sources...);
      (keep(sources), ...);
      return {std::move(strip), this};
    }
  }

  template <class Where, bool Interior, class NodeOf, class T, class... Sources>
  void evaluate_rows(const NodeOf& node_of, int from, int to, Strip<T>& strip, const Sources&... sources) const {
    if (from >= to || count == 0) return;  // a rehearsal, where a lone column has rows too
    for (auto run = this->run_from(0); run.first < run.last; run = this->run_from(run.last))
      loop_over_rows<Where, Interior>(*this, node_of, from, to, run, strip.stride(), strip.row(from), sources...);
  }
  /// Point functions of whole strips are one loop over all rows; false where this is not one.
  template <class Where, class NodeOf, class T, class... Sources>
  bool evaluated_flat(const NodeOf& node_of, int from, int to, Strip<T>& strip, const Sources&... sources) const {
    if constexpr ((Sources::differs_by_row || ...) || !(is_row_itself<Sources> && ...)) {
      return false;
    } else {
      if (from >= to || wide_count() != shape_.columns || this->left_out.now != 0 || strip.stride() != shape_.columns ||
          !(lies_at(sources, from, shape_.columns) && ...))
        return false;
      loop_over_strip<Where>(*this, node_of, from, (to - from) * shape_.columns, strip.row(from), sources...);
      return true;
    }
  }
};

}  // namespace stencil::cpu
