// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

#include <stencil/cpu/row_levels.hpp>
#include <stencil/cpu/row_tiles.hpp>

/// Column values on a CPU, one row of a few vectors of columns at a time, so that they stay in registers. The function
/// is carried out for each row; an operation that reads rows further on is computed that many rows after its argument.
/// The first pass goes from the bottom up, the second one from the top down. Results that need a whole column, such as
/// the solution of a system, are available in the second pass. It recomputes cheap values of the first pass, and reads
/// the others from memory.
namespace stencil::cpu {

/// Job: the job of a lane of the dry run (AtRow::look), which instantiates the second pass if the job needs one.
template <int W, int Pass, AtRow How, class Job = void>
class RowLane : public RowLevels<W, Pass, How> {
 public:
  static constexpr int width = W;
  static constexpr bool reads_grid_at_level = true;
  static constexpr bool may_be_ring = false;
  static constexpr bool solves_at_once = true;
  static constexpr bool folds_row_by_row = true;
  static constexpr bool computes_where_read = true;
  static constexpr bool part = false;
  static constexpr bool works = true;
  template <class Where, class T>
  using rows = RowOf<T, W>;
  using handle = const RowLane*;
  static const RowLane& of(handle lane) { return *lane; }
  template <class Where, class T>
  using Value = column_functions::ColumnValue<RowLane, Where, T>;
  static constexpr bool searches_in_order = true;

  using RowLevels<W, Pass, How>::columns, RowLevels<W, Pass, How>::column, RowLevels<W, Pass, How>::count;

  RowLane(const EvaluatedColumns& set, const RowPlaces& places, int pass, const RowPass* told,
          RowNeeds* needs = nullptr)
      : RowLevels<W, Pass, How>(set, places, pass, told, needs) {}

  RowCode<Job>* code = nullptr;

  /// Carries out a job at a row of a vector of columns.
  template <class J>
  void run(const J& job, int row, int vector, std::ptrdiff_t first_column) {
    this->begin_row(row, vector, first_column);
    column_functions::carry_out(*this, job);
  }
  void before_stores() const {}

  // Operations on column values.

  template <class Function, class... Nodes>
  auto pointwise(const Function& function, const Nodes&... nodes) const {
    return computed(MakePointwise<Function>{function}, nodes...);
  }
  /// Strips compute such a value where they read it, so it is not handed to them.
  template <class Function, class... Nodes>
  auto pointwise_once(const Function& function, const Nodes&... nodes) const {
    return computed<true>(MakePointwise<Function>{function}, nodes...);
  }
  template <class Op, class... Nodes>
  auto apply(const Op& op, const Nodes&... nodes) const {
    return computed(MakeApplied<Op>{op}, nodes...);
  }
  /// The value at one level.
  template <class Where, class T>
  auto at_level(const Value<Where, T>& value, int level) const {
    if constexpr (Steps::looks) {
      if (!value.rows.is_field) add_second_pass<W>(*code);
    }
    Value<Surface, T> result{{}, this};
    this->find_level(result, value, level);
    return result;
  }
  /// The same at a level per column.
  template <class Where, class T, class Level>
    requires(!std::is_same_v<Where, Surface>)
  auto at_level_of_column(const Value<Where, T>& value, const Value<Surface, Level>& level, double otherwise) const {
    Value<Surface, T> result{{}, this};
    if constexpr (!in_vectors<T>) {
      this->refuse();
    } else {
      if constexpr (Steps::looks) add_second_pass<W>(*code);
      this->find_levels(result, value, level, otherwise);
    }
    return result;
  }
  /// The same of heights.
  template <class Real, class Where, class Level>
  auto at_level_of_column(const MetricLeaf<Real, Where, MetricKind::z>&, const Value<Surface, Level>& level,
                          double otherwise) const {
    Value<Surface, Real> result{{}, this};
    this->template find_heights<Where>(result, level, otherwise);
    return result;
  }
  bool all_columns(const Value<Surface, bool>&) const {
    this->refuse();
    return true;
  }
  bool ring() const { return false; }
  template <class Where, class T>
  const Value<Where, T>& to_begin_with(const Value<Where, T>& value) const {
    return value;
  }

  template <class Where, bool Upward, class Step, class Start, class... Values>
  auto march(const Step& step, const Start& start, const Values&... values) const {
    using Types = column_functions::MarchTypes<Step, Start, Values...>;
    auto all = column_functions::march_without_rows<Where, Types>(this);
    if constexpr (!goes_wide<RowLane, Step, Start, typename Values::value_type...>) {
      if constexpr (Steps::looks) add_pass_before_strips<W>(*code);
      this->template leave_to_strips<Types>(all, start, values...);
    } else {
      if constexpr (Steps::looks) add_second_pass<W>(*code);
      if constexpr (!Upward && finds_level<Step>) {
        this->template march_along<Where, true, Types>(all, FromOtherEnd<Step>(step), start, values...);
      } else {
        this->template march_along<Where, Upward, Types>(all, step, start, values...);
      }
    }
    return all;
  }

  // Between memory and rows.

  template <class T, class Where, class Layout, class Space>
  auto load(const FieldLeaf<T, Where, Layout, Space>& leaf) const {
    using V = std::remove_const_t<T>;
    Value<Where, V> value{{}, this};
    constexpr bool surface = std::is_same_v<Where, Surface>;
    this->note_read(leaf.data);
    this->number(value);
    if constexpr (!surface) {
      this->note_away({0, rows_at<Where>(columns.levels)}, 0);
      value.rows.is_field = true;
      if (!this->looks) {
        value.rows.lowest = address_in(leaf, 0);
        value.rows.stride =
            in_row_tile<FieldLeaf<T, Where, Layout, Space>> ? this->places_.vectors * W : leaf.strides.level();
      }
    }
    if (this->looks || (!surface && !this->template is_here<Where>(0))) return value;
    const T* const from = address_in(leaf, row_);
    if constexpr (Pass == 0 && Layout::columns_contiguous && !surface && Steps::away) {
      const auto ahead = static_cast<std::uintptr_t>(Steps::rows_fetched_early * leaf.strides.level()) * sizeof(T);
      this->fetch_early(reinterpret_cast<std::uintptr_t>(from) + ahead);
    }
    value.rows.vector = load_held<V, W>(from, surface ? leaf.strides.column() : 1);
    return value;
  }

  template <class Leaf, class N, class Mask>
  void store(const Leaf& leaf, const N& node, const Mask& mask) const {
    using Where = typename Leaf::location;
    using T = typename Leaf::value_type;
    if constexpr (!column_functions::IsColumnValue<N>) {
      store(leaf, pointwise(column_functions::Same{}, node), mask);
    } else if constexpr (!std::is_same_v<Mask, NotHeld> && !column_functions::IsColumnValue<Mask>) {
      store(leaf, node, pointwise(column_functions::Same{}, mask));
    } else {
      const auto value = this->facts_of(node), condition = this->facts_of(mask);
      const int behind = std::max(value.behind, condition.behind), pass = std::max(value.pass, condition.pass);
      this->note_result(leaf.data, pass);
      if (!this->is_now(pass)) return;
      this->note_behind(behind);
      this->note_roots(node, mask);
      const auto values = this->template window<0, 0>(node, behind);
      [[maybe_unused]] const auto wanted = this->template window<0, 0>(mask, behind);
      constexpr bool surface = std::is_same_v<Where, Surface>;
      if constexpr (!surface) {
        this->note_away({0, rows_at<Where>(columns.levels)}, behind);
        this->note_rows();
      }
      if (Steps::looks || !(surface ? this->is_first_turn() : this->template is_here<Where>(behind))) return;
      T* const to = address_in(leaf, surface ? 0 : this->row_of(behind));
      const std::ptrdiff_t stride = surface ? leaf.strides.column() : 1;
      if constexpr (std::is_same_v<Mask, NotHeld> && std::is_same_v<typename N::value_type, T> && in_vectors<T>) {
        put(to, stride, values.rows[0], 0, W, !surface && this->places_.stream);
      } else {
        for (int l = 0; l < W; ++l) {
          if constexpr (!std::is_same_v<Mask, NotHeld>) {
            if (!wanted.rows[0][l]) continue;
          }
          put_kept<typename N::value_type>(to[l * stride], element_kept<typename N::value_type>(values.rows[0], l));
        }
      }
    }
  }

 private:
  using Steps = RowLevels<W, Pass, How>;
  /// Where a row of these columns begins.
  template <class Leaf>
  auto* address_in(const Leaf& leaf, int row) const {
    if constexpr (std::is_same_v<typename Leaf::location, Surface>) {
      return leaf.data + column * leaf.strides.column();
    } else if constexpr (in_row_tile<Leaf>) {
      return leaf.data + (row * this->places_.vectors + this->vector_) * W;
    } else {
      return leaf.data + column * leaf.strides.column() + row * leaf.strides.level();
    }
  }
  using Steps::row_;
  template <class Node, int I>
  static constexpr bool reads_around = plan::rows_read<Node, I>().low != 0 || plan::rows_read<Node, I>().high != 0;
  /// A node for an operand of an operation at Where. Away from ends what heights alone give is computed for the first
  /// vector of columns, and read for the others that share their heights.
  template <class Where, int Low, int High, class N>
  decltype(auto) operand(const N& node, int behind, bool is_read) const {
    if constexpr (shares_heights<N, Where, Low, High>()) {
      using T = typename N::value_type;
      RowWindow<T, Where, W, 0, 0> all{};
      held<T, W>* const kept = this->template keep_for_all<held<T, W>>();
      if (!is_read || !this->template is_here<Where>(behind)) return all;
      if (!Steps::away || this->vector_ == 0 || columns.heights_per_column) {
        const StripCursor<RowLane, Where, Steps::away> at(*this, this->row_of(behind), 0);
        put_held<T, W>(*kept, at, node.value(at));
      }
      copy_parts(all.rows[0], *kept);
      return all;
    } else {
      return this->template window<Low, High>(node, behind, is_read);
    }
  }
  /// The value of the node that `make` makes.
  template <bool Once = false, class Make, class... Nodes>
  auto computed(const Make& make, const Nodes&... nodes) const {
    using Node = typename Make::template node<column_functions::stand_for<Nodes>...>;
    using Where = column_functions::in_column<typename Node::location>;
    using T = typename Node::value_type;
    constexpr bool surface = std::is_same_v<Where, Surface>;
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      Value<Where, T> result{{}, this};
      const auto& bottom = this->template condition_of<Side::bottom>(make);
      const auto& top = this->template condition_of<Side::top>(make);
      // A user's function may do more than compute: it is not called for what nobody reads. A later pass reads what is
      // kept. It would have to keep the neighbouring rows of what reads them, so that is kept too.
      constexpr bool calls = requires { make.function.function; };
      constexpr bool kept = calls || (!surface && (is_worth_keeping<Node> || (reads_around<Node, I> || ...)));
      constexpr bool handed = !Once && !surface && lies_as_strip<T, W> && !is_composite<T>;
      if constexpr (Steps::looks) {
        const RowRead reads[] = {
            this->template read_of<Where, plan::rows_read<Node, I>().low, plan::rows_read<Node, I>().high>(nodes)...,
            {.facts = this->facts_of(bottom)},
            {.facts = this->facts_of(top)}};
        const RowFacts facts = this->look_at({.cost = cost_of<Node>,
                                              .units = Steps::template units_of<T>,
                                              .bytes = static_cast<int>(sizeof(held<T, W>)),
                                              .rows = this->template rows_of_column<Where>(),
                                              .inside = inside_rows<Node>(this->columns),
                                              .per_column = surface,
                                              .keeps = kept,
                                              .hands = handed},
                                             reads, static_cast<int>(std::size(reads)));
        result.rows.behind = facts.behind;
        result.rows.pass = facts.pass;
        result.rows.number = facts.number;
      } else {
        constexpr bool asks = kept || (handed && Pass == 0 && (How == AtRow::end || How == AtRow::handing));
        result.rows.pass =
            largest_of(this->facts_of(bottom).pass, this->facts_of(top).pass, this->facts_of(nodes).pass...);
        if constexpr (kept || handed) result.rows.unit = this->template next_unit<asks>();
        const bool is_now = this->is_now(result.rows.pass), is_earlier = this->is_earlier(result.rows.pass);
        const int behind =
            largest_of(0, this->facts_of(nodes).behind +
                              this->reads_to(plan::rows_read<Node, I>().low, plan::rows_read<Node, I>().high)...);
        result.rows.behind = kept && is_earlier ? 0 : behind;
        bool is_computed = kept ? is_now : is_now || is_earlier;
        if constexpr (calls && Pass > 0) is_computed = is_computed && result.rows.unit != RowUnits::unneeded;
        [&](const auto&... windows) {
          if (!is_computed || !(surface || this->template is_here<Where>(behind))) return;
          const StripCursor<RowLane, Where, Steps::away> at(*this, surface ? 0 : this->row_of(behind), 0);
          put_held<T, W>(result.rows.vector, at, make.value(at, as_operand(windows)...));
          if constexpr (asks && How != AtRow::plain) {
            if (result.rows.unit >= 0) this->template keep_row<Where>(result.rows, this->row_of(behind));
          }
        }(operand<Where, plan::rows_read<Node, I>().low, plan::rows_read<Node, I>().high>(nodes, behind,
                                                                                          is_computed)...);
        if constexpr (kept) {
          if (is_earlier && result.rows.unit >= 0) this->template read_kept<Where>(result.rows);
        }
      }
      return result;
    }(std::make_integer_sequence<int, static_cast<int>(sizeof...(Nodes))>{});
  }
};

}  // namespace stencil::cpu
