// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/job.hpp>
#include <stencil/cpu/strip_cursor.hpp>
#include <stencil/cpu/strip_march.hpp>
#include <stencil/cpu/strip_steps.hpp>

/// Column values on a CPU: some rows of some neighbouring columns at a time, in vectors of columns. The function is
/// carried out once for each few rows, from the bottom up. An operation that reads rows above its own is so many rows
/// behind its argument; rows below it has kept.
namespace stencil::cpu {

template <int W, bool Part = false>
class StripLane : public StripSteps<W> {
 public:
  static constexpr int width = W;
  static constexpr bool may_be_ring = !Part;
  static constexpr bool part = Part;  ///< of each column the active levels, which `columns` has as columns
  template <class Where, class T>
  using rows = Strip<T>;
  using handle = const StripLane*;
  static const StripLane& of(handle lane) { return *lane; }
  template <class Where, class T>
  using Value = column_functions::ColumnValue<StripLane, Where, T>;

  using StripSteps<W>::columns, StripSteps<W>::column, StripSteps<W>::count;
  static constexpr bool works = true;

  /// halo: rows of a ring that are computed beyond both of its ends.
  /// begin: the level of the fields that is the lowest of `set`.
  StripLane(const ColumnSet& set, const StripShape& shape, int halo, StripMemory& memory, int begin = 0)
      : StripSteps<W>(set, shape, halo, memory), begin_(Part ? begin : 0) {}

  /// Carries out a job for some columns.
  template <class Job>
  void run(const Job& job, std::ptrdiff_t first_column, int how_many) {
    column = first_column;
    count = how_many;
    for (front_ = -halo_, unwritten_ = true; unwritten_; front_ += shape_.rows) {
      memory_.history.begin_step();
      unwritten_ = false;
      column_functions::carry_out(*this, job);
    }
  }
  void before_stores() const {}

  // Operations on column values.

  template <class Function, class... Nodes>
  auto pointwise(const Function& function, const Nodes&... nodes) const {
    using Node = Broadcasted<Function, column_functions::stand_for<Nodes>...>;
    return compute<column_functions::in_column<typename Node::location>, typename Node::value_type, Node>(
        front_,
        [&](const auto&... at_row) {
          return Broadcasted<Function, std::remove_cvref_t<decltype(at_row)>...>{function, make_arguments(at_row...)};
        },
        this->template source<0, 0>(nodes)...);
  }
  template <class Op, class... Nodes>
  auto apply(const Op& op, const Nodes&... nodes) const {
    using Node = StencilBroadcasted<Op, column_functions::stand_for<Nodes>...>;
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      return compute<typename Node::location, typename Node::value_type, Node>(
          std::min(this->template since<Side::bottom>(op), this->template since<Side::top>(op)),
          [&](const auto&... at_row) {
            return StencilBroadcasted<Op, std::remove_cvref_t<decltype(at_row)>...>{op, make_arguments(at_row...), {}};
          },
          this->template source<rows_read<Node, I>().low, rows_read<Node, I>().high>(nodes)...);
    }(std::make_integer_sequence<int, Node::count>{});
  }
  /// The value at one level.
  template <class Where, class T>
  auto at_level(const Value<Where, T>& value, int level) const {
    const int rows_here = rows_at<Where>(columns.levels);
    int row = level < 0 ? rows_here + level : level;
    if constexpr (Part) row = std::clamp(row, 0, rows_here - 1);  // of what is shorter than that the nearest one
    const bool whole = value.rows.extent() == Extent::whole;
    const int first = value.rows.first();
    auto copy =
        this->template per_column<T>(!shape_.flows || whole ? first : strips_of_march(first, rows_here).since(row + 1));
    if (happens(copy.first())) {
      const stored<T>* from = value.rows.row(row);
      std::copy(from, from + shape_.columns, copy.row(0));
    }
    return Value<Surface, T>{std::move(copy), this};
  }

  /// Whether a condition per column holds in all columns of the block.
  bool all_columns(const Value<Surface, bool>& done) const {
    return std::find(done.rows.row(0), done.rows.row(0) + count, 0) == done.rows.row(0) + count;
  }
  bool ring() const { return columns.periodic; }
  /// A value that is so many rows behind, where strips hold all rows: as one that is not.
  template <class Where, class T>
  Value<Where, T> to_begin_with(Value<Where, T> value) const {
    if constexpr (std::is_same_v<Where, Surface>) {
      return value;
    } else {
      if (value.rows.first() == front_ && !ring()) return value;
      const StripsOfMarch strips = strips_of_march(front_, this->template rows_of_column<Where>());
      return {brought_back(value.rows, strips, ring() ? shape_.rows : 0), this};
    }
  }

  template <class Where, bool Upward, class Step, class Start, class... Values>
  auto march(const Step& step, const Start& start, const Values&... values) const {
    return march_from<Where, Upward>(step, start, this->template source<0, 0>(values)...);
  }

  // Between memory and strips.
  template <class T, class Where, class Layout, class Space>
  auto load(const Leaf<T, Where, Layout, Space>& leaf) const {
    using V = std::remove_const_t<T>;
    const T* from = leaf.data + column * leaf.strides.column();
    if constexpr (!std::is_same_v<Where, Surface>) from += begin_ * leaf.strides.level();
    if constexpr (std::is_same_v<Where, Surface>) {
      auto strip = this->template per_column<V>(front_);
      if (happens(front_)) load_row<W>(from, leaf.strides.column(), strip.row(0), count, wide_count());
      return Value<Surface, V>{std::move(strip), this};
    } else {
      if constexpr (Layout::columns_contiguous && std::is_same_v<stored<V>, V> && !is_split<V, W>) {
        if (count == shape_.columns && !columns.periodic && !shape_.writes(leaf.data))
          return Value<Where, V>{Strip<V>(from, leaf.strides.level(), front_, Extent::whole), this};
      }
      const RowRange range = this->template range_of<Where>(front_);
      if (range.first >= range.last) return Value<Where, V>{Strip<V>(front_), this};
      Strip<V> strip(memory_.pool, shape_.columns, front_);
      const bool inside =
          range.first >= 0 && range.last <= this->template rows_of_column<Where>();  // a ring has no face on top
      if (inside && !Layout::columns_contiguous) {
        for (int c = 0; c < wide_count(); ++c) {
          const T* p = from + std::min(c, count - 1) * leaf.strides.column();
          for (int k = range.first; k < range.last; ++k)
            keep_in_column<V, W>(strip.row(k), c, to_stored(p[k * leaf.strides.level()]));
        }
      } else {
        for (int k = range.first; k < range.last; ++k) {
          const int row = columns.periodic ? wrapped(k, columns.levels) : k;
          load_row<W>(from + row * leaf.strides.level(), leaf.strides.column(), strip.row(k), count, wide_count());
        }
      }
      return Value<Where, V>{std::move(strip), this};
    }
  }

  template <class Leaf, class N, class Mask>
  void store(const Leaf& leaf, const N& node, const Mask& mask) const {
    using Where = typename Leaf::location;
    if constexpr (!column_functions::IsColumnValue<N>) {
      store(leaf, pointwise(column_functions::Same{}, node), mask);
    } else if constexpr (std::is_same_v<Mask, NotHeld>) {
      store_from<Where>(leaf, this->template source<0, 0>(node));
    } else if constexpr (!column_functions::IsColumnValue<Mask>) {
      store(leaf, node, pointwise(column_functions::Same{}, mask));
    } else {
      store_from<Where>(leaf, this->template source<0, 0>(node), this->template source<0, 0>(mask));
    }
  }

 private:
  using Steps = StripSteps<W>;
  using Steps::has_all_rows, Steps::strips_of_march, Steps::remember, Steps::remember_all, Steps::keep;
  using Steps::shape_, Steps::halo_, Steps::memory_, Steps::front_, Steps::unwritten_;
  using Steps::wide_count, Steps::first_row, Steps::happens;

  template <class Where, bool Upward, class Step, class Start, class... Sources>
  auto march_from(const Step& step, const Start& start, Sources... sources) const {
    const int first = first_row(start, sources...);
    if (shape_.flows) ((Upward ? remember(sources, first) : remember_all(sources)), ...);
    auto all = march_strips<Where, Upward>(*this, strips_of_march(first, this->template rows_of_column<Where>()), step,
                                           start, sources...);
    if (shape_.flows) (keep(sources), ...);
    return all;
  }

  /// Rows of the result: those at which all operands are at hand, each by the node that `node_of` makes of them.
  template <class Where, class T, class Node, class NodeOf, class... Sources>
  Value<Where, T> compute(int since_conditions, const NodeOf& node_of, Sources... sources) const {
    const int first = std::min(since_conditions, first_row(sources...));
    if constexpr (std::is_same_v<Where, Surface>) {
      auto strip = this->template per_column<T>(first);
      if (happens(first)) evaluate_rows<Surface, false>(node_of, 0, 1, strip, sources...);
      return {std::move(strip), this};
    } else {
      (remember(sources, first), ...);
      const RowRange range = this->template range_of<Where>(first);
      if (range.first >= range.last) {
        (keep(sources), ...);
        return {Strip<T>(first), this};
      }
      Strip<T> strip(memory_.pool, shape_.columns, first);
      using Margin = plan::Margin<ArgumentsHeld, Node>;
      const int bottom = columns.periodic ? Margin::rows(Side::bottom, true) : Margin::rows(Side::bottom, false);
      const int top = columns.periodic ? Margin::rows(Side::top, true) : Margin::rows(Side::top, false);
      const bool alike = !columns.heights_per_column;
      const int inside_first = alike ? std::clamp(bottom, range.first, range.last) : range.last;
      const int inside_last =
          alike ? std::clamp(rows_at<Where>(columns.levels) - top, inside_first, range.last) : range.last;
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
    if (from < to)
      loop_over_rows<Where, Interior>(*this, node_of, from, to, wide_count(), shape_.columns, strip.row(from),
                                      sources...);
  }
  /// Point functions of whole strips are one loop over all rows; false where this is not one.
  template <class Where, class NodeOf, class T, class... Sources>
  bool evaluated_flat(const NodeOf& node_of, int from, int to, Strip<T>& strip, const Sources&... sources) const {
    if constexpr ((Sources::differs_by_row || ...) || !(is_row_itself<Sources> && ...)) {
      return false;
    } else {
      if (from >= to || wide_count() != shape_.columns || !(lies_at(sources, from, shape_.columns) && ...))
        return false;
      loop_over_strip<Where>(*this, node_of, from, (to - from) * shape_.columns, strip.row(from), sources...);
      return true;
    }
  }
  /// Writes rows of a destination.
  template <class Where, class Leaf, class Source, class... Masks>
  void store_from(const Leaf& leaf, Source source, Masks... mask) const {
    using T = typename Leaf::value_type;
    T* to = leaf.data + column * leaf.strides.column();
    using V = typename Source::value_type;
    const auto write = [&](T& value, const stored<V>* from, int c, auto... wanted) {
      if ((static_cast<bool>(wanted) && ... && true)) put_kept<V>(value, kept_in_column<V, W>(from, c));
    };
    if constexpr (std::is_same_v<Where, Surface>) {
      const int first = first_row(source, mask...);
      if (shape_.flows && first < 0) unwritten_ = true;
      if (!happens(first)) return;
      for (int c = 0; c < count; ++c) write(to[c * leaf.strides.column()], source.row(0), c, mask.row(0)[c]...);
    } else {
      to += begin_ * leaf.strides.level();
      const int first = first_row(source, mask...);
      remember(source, first);
      (remember(mask, first), ...);
      const int all_rows = rows_at<Where>(columns.levels);
      // What has all rows since the last were read is written at once, without a step for every few of them.
      const bool at_once =
          shape_.flows && sizeof...(mask) == 0 && has_all_rows(source) && front_ - first + shape_.rows >= all_rows;
      const int begin = std::max(first, 0);
      const int end = !at_once ? std::min(first + shape_.rows, all_rows) : happens(first) ? all_rows : begin;
      if (Leaf::layout::columns_contiguous) {
        for (int k = begin; k < end; ++k) {
          const stored<V>* from = source.row(k);
          T* row = to + k * leaf.strides.level();
          if constexpr (sizeof...(mask) == 0 && std::is_same_v<stored<V>, T> && !is_split<V, W>) {
            std::copy(from, from + count, row);
            continue;
          }
          for (int c = 0; c < count; ++c) write(row[c], from, c, mask.row(k)[c]...);
        }
      } else {
        for (int c = 0; c < count; ++c) {
          T* own = to + c * leaf.strides.column();
          for (int k = begin; k < end; ++k) write(own[k * leaf.strides.level()], source.row(k), c, mask.row(k)[c]...);
        }
      }
      keep(source);
      (keep(mask), ...);
      if (at_once ? first < 0 : all_rows > first + shape_.rows) unwritten_ = true;
    }
  }

  int begin_;
};

}  // namespace stencil::cpu
