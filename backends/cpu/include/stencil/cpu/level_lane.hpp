// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <stencil/cpu/heights_alone.hpp>
#include <stencil/cpu/level_steps.hpp>
#include <stencil/cpu/strip_deferred.hpp>

/// Column values on a CPU, some consecutive levels of one column at a time, so that they stay in registers where levels
/// are contiguous in memory. The function is carried out for each such vector from the bottom up; an operation that
/// reads n rows further up is n rows behind its argument, and its vector begins n rows lower. For functions without
/// operations on whole columns.
namespace stencil::cpu {

template <int W, AtLevels How>
class LevelLane : public LevelSteps<W, How> {
  using Steps = LevelSteps<W, How>;
  using Steps::Away, Steps::low, Steps::high;

 public:
  static constexpr int width = W;
  static constexpr bool reads_grid_at_level = true;
  static constexpr bool may_be_ring = false;
  static constexpr bool solves_at_once = true;
  static constexpr bool part = false;
  static constexpr bool works = true;
  template <class Where, class T>
  using rows = LevelsOf<T, W>;
  using handle = const LevelLane*;
  static const LevelLane& of(handle lane) { return *lane; }
  template <class Where, class T>
  using Value = column_functions::ColumnValue<LevelLane, Where, T>;
  static constexpr bool searches_in_order = true;

  using Steps::columns, Steps::column;
  using Steps::Steps;

  /// Carries out a job at W rows of a column, those of a turn.
  template <class Job>
  void run(const Job& job, std::ptrdiff_t of_column, int turn) {
    this->begin_turn(of_column, turn);
    column_functions::carry_out(*this, job);
  }
  void before_stores() const {}
  template <class Where>
  int rows_of_column() const {
    return rows_at<Where>(columns.levels);
  }

  // Operations on column values.

  template <class Function, class... Nodes>
  auto pointwise(const Function& function, const Nodes&... nodes) const {
    return computed(MakePointwise<Function>{function}, nodes...);
  }
  template <class Op, class... Nodes>
  auto apply(const Op& op, const Nodes&... nodes) const {
    return computed(MakeApplied<Op>{op}, nodes...);
  }

  // What needs whole columns.

  template <class Where, class T>
  auto at_level(const Value<Where, T>&, int) const {
    needs_whole_columns();
    return Value<Surface, T>{{}, this};
  }
  template <class Where, class T, class Level>
    requires(!std::is_same_v<Where, Surface>)
  auto at_level_of_column(const Value<Where, T>&, const Value<Surface, Level>&, double) const {
    needs_whole_columns();
    return Value<Surface, T>{{}, this};
  }
  bool all_columns(const Value<Surface, bool>&) const {
    needs_whole_columns();
    return true;
  }
  bool ring() const { return false; }
  template <class Where, class T>
  const Value<Where, T>& to_begin_with(const Value<Where, T>& value) const {
    return value;
  }
  template <class Where, bool Upward, class Step, class Start, class... Values>
  auto march(const Step&, const Start&, const Values&...) const {
    using Types = column_functions::MarchTypes<Step, Start, Values...>;
    needs_whole_columns();
    return column_functions::march_without_rows<Where, Types>(this);
  }

  // Between memory and vectors.

  template <class T, class Where, class Layout, class Space>
  auto load(const FieldLeaf<T, Where, Layout, Space>& leaf) const {
    using V = std::remove_const_t<T>;
    Value<Where, V> value{{}, this};
    const T* from = leaf.data + column * leaf.strides.column();
    if constexpr (std::is_same_v<Where, Surface>) {
      value.rows.vector = load_held<V, W>(from, 0, 1);
    } else {
      const std::ptrdiff_t stride = leaf.strides.level();
      const int left = rows_at<Where>(columns.levels) - lowest_row();
      if (!high || left >= W) {
        value.rows.vector = load_held<V, W>(from + lowest_row() * stride, stride);
      } else if (left > 0) {
        value.rows.vector = load_held<V, W>(from + lowest_row() * stride, stride, left);
      }
    }
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
      using V = typename N::value_type;
      constexpr bool surface = std::is_same_v<Where, Surface>;
      constexpr bool masked = !std::is_same_v<Mask, NotHeld>;
      const int behind = std::max(behind_of(node), behind_of(mask));
      const auto values = this->template window<0, 0>(node, behind);
      [[maybe_unused]] const auto wanted = this->template window<0, 0>(mask, behind);
      const int row = lowest_row() - behind;
      const int first = surface ? 0 : std::max(0, -row);
      const auto elements = values.rows[0];
      const int last = surface ? (lowest_row() == 0 ? 1 : 0)
                       : !high ? W
                               : std::min(W, rows_at<Where>(columns.levels) - row);
      const std::ptrdiff_t stride = surface ? 0 : leaf.strides.level();
      T* const to = leaf.data + column * leaf.strides.column();
      if constexpr (Away && !masked && !surface && std::is_same_v<V, T> && in_vectors<T>) {
        put(to + row * stride, stride, values.rows[0], 0, W);
      } else {
        for (int l = first; l < last; ++l) {
          if constexpr (masked) {
            if (!wanted.rows[0][l]) continue;
          }
          put_kept<V>(to[(row + l) * stride], element_kept<V>(elements, l));
        }
      }
    }
  }

 private:
  using Steps::lowest_row, Steps::behind_of, Steps::fill_beyond;
  /// A node for an operand of an operation at Where. Away from ends what heights alone give is computed for the first
  /// column, and read for the others.
  template <class Where, int Low, int High, class N>
  decltype(auto) operand(const N& node, int behind) const {
    if constexpr (Away && shares_heights<N, Where, Low, High>()) {
      using T = typename N::value_type;
      RowWindow<T, Where, W, 0, 0> all{};
      auto* const kept = this->template keep_of_heights<held<T, W>>();
      if (this->heights_are_new()) {
        const HeldLevelCursor<LevelLane, Where, How> at(*this, lowest_row() - behind);
        put_held<T, W>(*kept, at, node.value(at));
      }
      copy_parts(all.rows[0], *kept);
      return all;
    } else {
      return this->template window<Low, High>(node, behind);
    }
  }
  /// The value of the node that `make` makes.
  template <class Make, class... Nodes>
  auto computed(const Make& make, const Nodes&... nodes) const {
    using Node = typename Make::template node<column_functions::stand_for<Nodes>...>;
    using Where = column_functions::in_column<typename Node::location>;
    return computed<Where, Node>(make, std::make_integer_sequence<int, static_cast<int>(sizeof...(Nodes))>{}, nodes...);
  }
  template <class Where, class Node, class Make, int... I, class... Nodes>
  auto computed(const Make& make, std::integer_sequence<int, I...>, const Nodes&... nodes) const {
    Value<Where, typename Node::value_type> result{{}, this};
    result.rows.behind = largest_of(0, behind_of(nodes) + plan::rows_read<Node, I>().high...);
    if constexpr (is_kept<Where, Node>) {
      using Held = held<typename Node::value_type, W>;
      Held* const kept = this->template keep<Held>(1);
      if (low && lowest_row() == 0) {
        compute<Where, false>(result.rows, make, this->template window<0, 0>(nodes, 0)...);
        copy_parts(*kept, result.rows.vector);
      } else {
        copy_parts(result.rows.vector, *kept);
      }
    } else {
      compute<Where, is_operator_node<Node>>(
          result.rows, make,
          operand<Where, plan::rows_read<Node, I>().low, plan::rows_read<Node, I>().high>(nodes,
                                                                                          result.rows.behind)...);
    }
    return result;
  }
  /// Whether a value per column is computed at the lowest rows and kept, since it is costly.
  template <class Where, class Node>
  static constexpr bool is_kept = std::is_same_v<Where, Surface> && is_worth_keeping<Node>;
  /// Beyond the ends stand the values of the end rows, so that formulas meet no other numbers. A point function gives
  /// them by itself.
  template <class Where, bool Fills, class T, class Make, class... Windows>
  void compute(LevelsOf<T, W>& result, const Make& make, const Windows&... windows) const {
    const int row = std::is_same_v<Where, Surface> ? 0 : lowest_row() - result.behind;
    if (!this->template is_here<Where>(row)) return;
    const HeldLevelCursor<LevelLane, Where, How> at(*this, row);
    held<T, W> vector;
    put_held<T, W>(vector, at, make.value(at, as_operand(windows)...));
    if constexpr (Fills && !Away) fill_beyond(vector, row, rows_at<Where>(columns.levels));
    copy_parts(result.vector, vector);
  }
};

}  // namespace stencil::cpu
