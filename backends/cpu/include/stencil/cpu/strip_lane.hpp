// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/job.hpp>
#include <stencil/cpu/run.hpp>
#include <stencil/cpu/strip.hpp>

/// Column values on a CPU: some rows of some neighbouring columns at a time, in vectors of columns. The function is
/// carried out once for each few rows, from the bottom up. An operation that reads rows above its own is so many rows
/// behind its argument; rows below it has kept.
namespace stencil::cpu {

/// An operator's arguments are held, so that only its own formula counts for which rows are near an end.
template <class N>
inline constexpr bool holds_arguments = false;
template <class Op, class... Nodes>
inline constexpr bool holds_arguments<StencilBroadcasted<Op, Nodes...>> = true;
struct ArgumentsHeld {
  template <class N, int>
  static constexpr bool stores = holds_arguments<N>;
};

/// What a formula reads of an argument around one row: the rows from Low below to High above it.
template <class Where, class T, int Low, int High>
struct RowsAround {
  struct stencil_node {};
  using value_type = T;
  using location = Where;
  using space = AnySpace;
  const stored<T>* row[High - Low + 1];

  template <class At>
  auto value(const At& at) const {
    return at.wide(row[At::shift - Low]);
  }
};
/// The same of a value per column.
template <class T>
struct SurfaceRow {
  struct stencil_node {};
  using value_type = T;
  using location = Surface;
  using space = AnySpace;
  const stored<T>* row;

  template <class At>
  auto value(const At& at) const {
    return at.wide(row);
  }
};

// Where an operation finds its operands at a row. `delay`: how far below the operand's rows its own must stay.

/// Grid quantities and numbers, taken where a formula needs them.
template <class N>
struct NodeSource {
  N node;
  static constexpr bool has_rows = false;
  static constexpr bool differs_by_row = true;
  const N& at(int) const { return node; }
};
template <class T>
struct NodeSource<Scalar<T>> {
  Scalar<T> node;
  static constexpr bool has_rows = false;
  static constexpr bool differs_by_row = false;
  const Scalar<T>& at(int) const { return node; }
};
template <class T>
struct SurfaceSource {
  const stored<T>* values;
  static constexpr bool has_rows = false;
  static constexpr bool differs_by_row = true;
  SurfaceRow<T> at(int) const { return {values}; }
  const stored<T>* row(int) const { return values; }
};
/// Rows of a strip and, below them, those kept from earlier steps.
template <class Where, class T, int Low, int High>
struct RowSource {
  static constexpr bool has_rows = true;
  static constexpr bool differs_by_row = false;
  static constexpr int low = Low;
  static constexpr int high = High;
  const stored<T>* values;
  std::ptrdiff_t stride;
  int first;
  std::ptrdiff_t columns;  ///< of a kept row
  int kept_rows = 0;
  stored<T>* kept = nullptr;

  RowSource(const Strip<T>& strip, int c)
      : values(strip.row(strip.first())), stride(strip.stride()), first(strip.first()), columns(c) {}
  const stored<T>* row(int k) const {
    const int above_first = k - first;
    return above_first >= 0 ? values + above_first * stride : kept + (kept_rows + above_first) * columns;
  }
  RowsAround<Where, T, Low, High> at(int k) const {
    RowsAround<Where, T, Low, High> around;
    for (int i = Low; i <= High; ++i) around.row[i - Low] = row(k + i);
    return around;
  }
};

/// W neighbouring columns at one row. Interior: no end formula applies and the columns share their heights.
template <class Lane, class Destination, bool Interior, int H = 0>
struct StripCursor : WideValues<Lane::width> {
  static constexpr int W = Lane::width;
  struct plan {
    template <class, int>
    static constexpr bool stores = false;
  };
  using destination = Destination;
  using location = location_at<Destination, H>;
  static constexpr bool interior = Interior;
  static constexpr int shift = index_shift<Destination>(H);

  const Lane& lane;
  int destination_row;
  int offset;  ///< of the first of the W columns in a strip

  StripCursor(const Lane& l, int row, int o) : lane(l), destination_row(row), offset(o) {}

  template <int More>
  auto shifted() const {
    return StripCursor<Lane, Destination, Interior, H + More>(lane, destination_row, offset);
  }
  int rows() const { return rows_at<location>(lane.columns.levels); }
  int row() const {
    const int r = destination_row + shift;
    if constexpr (Interior || std::is_same_v<location, Surface>) return r;
    return lane.columns.periodic ? wrapped(r, lane.columns.levels) : r;
  }

  template <class T>
  auto wide(const T* row) const {
    return cpu::load<W>(row + offset);
  }
  /// A condition's value per column.
  template <class T>
  auto held(const column_functions::ColumnValue<Lane, Surface, T>& value) const {
    return wide(value.rows.row(0));
  }
  template <class T, class Layout, class Space>
  auto load(const Leaf<T, Surface, Layout, Space>& leaf) const {
    return gather<W>(leaf.data + (lane.column + offset) * leaf.strides.column(), leaf.strides.column(), 0, lanes());
  }
  template <class Real, MetricKind Kind>
  lanes_of<Real, W> metric() const {
    const auto& m = lane.columns.template metric<Real>();
    const auto& at = m.template at<location>();
    const Real* p = Kind == MetricKind::z ? at.z : Kind == MetricKind::dz ? at.dz : at.inverse_dz;
    p += row() * m.level_stride;
    if constexpr (Interior) {
      return lanes_of<Real, W>(*p);
    } else {
      return cpu::load<W>(p + (lane.column + offset) * at.column_stride, 0, lanes());
    }
  }

  template <int BottomRows, int TopRows, class InteriorFormula, class AtEnd>
  auto pick(const InteriorFormula& interior_formula, const AtEnd& at_end) const {
    // A constant inside may stand beside a value per column at an end.
    using Inside = std::remove_cvref_t<decltype(interior_formula())>;
    using Value = typename std::conditional_t<Wide<Inside>, std::type_identity<Inside>, LanesOf<Inside, W>>::type;
    if (lane.columns.periodic) return Value(interior_formula());
    return cursors::pick_row<BottomRows, TopRows, 0, Value>(row(), rows(), interior_formula, at_end);
  }

 private:
  int lanes() const { return std::min(W, lane.count - offset); }
};

/// What a thread keeps between the blocks of columns that it carries out.
struct StripMemory {
  StripPool pool;
  StripHistory history;
};

/// The columns of a block and the rows of a step.
struct StripShape {
  int columns;  ///< a multiple of the vectors' width
  int rows;
};

template <class V, int W>
inline constexpr bool is_truth = std::is_same_v<V, bool> || std::is_same_v<V, Lanes<bool, W>>;
template <class I, int W>
inline constexpr bool is_truth<Mask<I, W>, W> = true;

template <class Source>
inline constexpr bool is_row_itself = !Source::has_rows;
template <class Where, class T>
inline constexpr bool is_row_itself<RowSource<Where, T, 0, 0>> = true;

template <int W>
class StripLane {
 public:
  static constexpr int width = W;
  template <class Where, class T>
  using rows = Strip<T>;
  template <class Where, class T>
  using Value = column_functions::ColumnValue<StripLane, Where, T>;

  const ColumnSet columns;
  std::ptrdiff_t column = 0;  ///< the first of the block
  int count = 0;              ///< columns of the block
  static constexpr bool works = true;

  /// halo: rows of a ring that are computed beyond both of its ends.
  StripLane(const ColumnSet& set, const StripShape& shape, int halo, StripMemory& memory)
      : columns(set), shape_(shape), halo_(set.periodic ? halo : 0), memory_(memory) {
    memory_.pool.resize(static_cast<std::size_t>(shape.columns) * static_cast<std::size_t>(shape.rows));
  }

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
        [&](const auto&... at_row) {
          return Broadcasted<Function, std::remove_cvref_t<decltype(at_row)>...>{function, make_arguments(at_row...)};
        },
        source<0, 0>(nodes)...);
  }
  template <class Op, class... Nodes>
  auto apply(const Op& op, const Nodes&... nodes) const {
    using Node = StencilBroadcasted<Op, column_functions::stand_for<Nodes>...>;
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      return compute<typename Node::location, typename Node::value_type, Node>(
          [&](const auto&... at_row) {
            return StencilBroadcasted<Op, std::remove_cvref_t<decltype(at_row)>...>{op, make_arguments(at_row...), {}};
          },
          source<read<Node, I>().low, read<Node, I>().high>(nodes)...);
    }(std::make_integer_sequence<int, Node::count>{});
  }
  /// The value at one level.
  template <class Where, class T>
  auto at_level(const Value<Where, T>& value, int level) const {
    Strip<T> copy(memory_.pool, 0, 0);
    const stored<T>* from = value.rows.row(level < 0 ? rows_at<Where>(columns.levels) + level : level);
    std::copy(from, from + shape_.columns, copy.row(0));
    return Value<Surface, T>{std::move(copy), this};
  }

  // Between memory and strips.

  template <class T, class Where, class Layout, class Space>
  auto load(const Leaf<T, Where, Layout, Space>& leaf) const {
    using V = std::remove_const_t<T>;
    const T* from = leaf.data + column * leaf.strides.column();
    if constexpr (std::is_same_v<Where, Surface>) {
      Strip<V> strip(memory_.pool, 0, 0);
      load_row(from, leaf.strides.column(), strip.row(0));
      return Value<Surface, V>{std::move(strip), this};
    } else {
      if constexpr (Layout::columns_contiguous && std::is_same_v<stored<V>, V>) {
        if (count == shape_.columns && !columns.periodic)
          return Value<Where, V>{Strip<V>(from + front_ * leaf.strides.level(), leaf.strides.level(), front_), this};
      }
      Strip<V> strip(memory_.pool, shape_.columns, front_);
      const Range range = range_of<Where>(front_);
      const bool inside = range.first >= 0 && range.last <= rows_at<Where>(columns.levels);
      if (inside && !Layout::columns_contiguous) {
        for (int c = 0; c < wide_count(); ++c) {
          const T* p = from + std::min(c, count - 1) * leaf.strides.column();
          for (int k = range.first; k < range.last; ++k) strip.row(k)[c] = to_stored(p[k * leaf.strides.level()]);
        }
      } else {
        for (int k = range.first; k < range.last; ++k) {
          const int row = columns.periodic ? wrapped(k, columns.levels) : k;
          load_row(from + row * leaf.strides.level(), leaf.strides.column(), strip.row(k));
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
      store_from<Where>(leaf, source<0, 0>(node));
    } else if constexpr (!column_functions::IsColumnValue<Mask>) {
      store(leaf, node, pointwise(column_functions::Same{}, mask));
    } else {
      store_from<Where>(leaf, source<0, 0>(node), source<0, 0>(mask));
    }
  }

 private:
  struct Range {
    int first;
    int last;
  };
  /// Columns that are computed: whole vectors.
  int wide_count() const { return (count + W - 1) / W * W; }
  /// Rows of a strip that begins at `first` which are rows of the column, or of a ring and its halo.
  template <class Where>
  Range range_of(int first) const {
    return {std::max(first, -halo_), std::min(first + shape_.rows, rows_at<Where>(columns.levels) + halo_)};
  }

  template <class T>
  static stored<T> to_stored(const T& x) {
    if constexpr (std::is_same_v<T, bool>) {
      return x ? -1 : 0;
    } else {
      return x;
    }
  }
  template <class T, class V>
  void load_row(const T* from, std::ptrdiff_t stride, V* to) const {
    for (int c = 0; c < count; ++c) to[c] = to_stored<std::remove_const_t<T>>(from[c * stride]);
    for (int c = count; c < wide_count(); ++c) to[c] = to[count - 1];  // computed with the others, used by nobody
  }

  /// The rows of argument I that an operator reads, counted from its own.
  template <class Node, int I>
  static constexpr plan::Range read() {
    constexpr plan::Range halves = plan::reading_range<Node, I>();
    if (halves.empty()) return {0, 0};
    using Result = typename Node::location;
    return {index_shift<Result>(halves.low), index_shift<Result>(halves.high)};
  }

  template <int Low, int High, class N>
  static NodeSource<N> source(const N& node) {
    return {node};
  }
  template <int Low, int High, class T>
  static SurfaceSource<T> source(const Value<Surface, T>& value) {
    return {value.rows.row(0)};
  }
  template <int Low, int High, class Where, class T>
    requires(!std::is_same_v<Where, Surface>)  // clang 19 finds the one above no more special
  RowSource<Where, T, Low, High> source(const Value<Where, T>& value) const {
    return {value.rows, shape_.columns};
  }

  /// The first row that an operation can compute from its operands.
  template <class... Sources>
  int first_row(const Sources&... sources) const {
    int first = front_;
    const auto wait_for = [&](const auto& s) {
      if constexpr (std::remove_cvref_t<decltype(s)>::has_rows) first = std::min(first, s.first - s.high);
    };
    (wait_for(sources), ...);
    return first;
  }
  /// Gives every operand the memory of rows that it must keep for the next step.
  template <class Where, class T, int Low, int High>
  void remember(RowSource<Where, T, Low, High>& s, int first) const {
    s.kept_rows = std::max(0, s.first - (first + Low));
    if (s.kept_rows > 0) {
      const auto values = static_cast<std::size_t>(s.kept_rows) * static_cast<std::size_t>(shape_.columns);
      s.kept = reinterpret_cast<stored<T>*>(memory_.history.next(values * sizeof(stored<T>)));
    }
  }
  template <class Source>
  void remember(Source&, int) const {}
  template <class Where, class T, int Low, int High>
  void keep(const RowSource<Where, T, Low, High>& s) const {
    const int end = range_of<Where>(s.first).last;
    for (int i = 0; i < s.kept_rows; ++i) {
      const int k = s.first + shape_.rows - s.kept_rows + i;
      if (k >= end) return;
      const stored<T>* from = s.row(k);
      std::copy(from, from + wide_count(), s.kept + i * s.columns);
    }
  }
  template <class Source>
  void keep(const Source&) const {}

  /// Rows of the result: those at which all operands are at hand, each by the node that `node_of` makes of them.
  template <class Where, class T, class Node, class NodeOf, class... Sources>
  Value<Where, T> compute(const NodeOf& node_of, Sources... sources) const {
    const int first = std::is_same_v<Where, Surface> ? 0 : first_row(sources...);
    (remember(sources, first), ...);
    Strip<T> strip(memory_.pool, shape_.columns, first);
    if constexpr (std::is_same_v<Where, Surface>) {
      evaluate_rows<Surface, false>(node_of, 0, 1, strip, sources...);
    } else {
      using Margin = plan::Margin<ArgumentsHeld, Node>;
      const Range range = range_of<Where>(first);
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
    }
    return {std::move(strip), this};
  }

  template <class Where, bool Interior, class NodeOf, class T, class... Sources>
  void evaluate_rows(const NodeOf& node_of, int from, int to, Strip<T>& strip, const Sources&... sources) const {
    if (from < to) loop_over_rows<Where, Interior>(node_of, from, to, strip.row(from), sources...);
  }
  template <class Where, bool Interior, class NodeOf, class V, class... Sources>
  STENCIL_CPU_ONE_FUNCTION void loop_over_rows(const NodeOf& node_of, int from, int to, V* result,
                                               const Sources... sources) const {
    const int end = wide_count();
    const std::ptrdiff_t stride = shape_.columns;
    const StripLane lane = *this;  // its own copy: stores could alias the original
    for (int k = from; k < to; ++k, result += stride) {
      const auto node = node_of(sources.at(k)...);
      for (int offset = 0; offset < end; offset += W) {
        const StripCursor<StripLane, Where, Interior> at(lane, k, offset);
        put_stored(result + offset, at, node.value(at));
      }
    }
  }
  /// Point functions of whole strips are one loop over all rows; false where this is not one.
  template <class Where, class NodeOf, class T, class... Sources>
  bool evaluated_flat(const NodeOf& node_of, int from, int to, Strip<T>& strip, const Sources&... sources) const {
    if constexpr ((Sources::differs_by_row || ...) || !(is_row_itself<Sources> && ...)) {
      return false;
    } else {
      if (from >= to || wide_count() != shape_.columns || !(lies_at(sources, from) && ...)) return false;
      loop_over_strip<Where>(node_of, from, (to - from) * shape_.columns, strip.row(from), sources...);
      return true;
    }
  }
  template <class Where, class NodeOf, class V, class... Sources>
  STENCIL_CPU_ONE_FUNCTION void loop_over_strip(const NodeOf& node_of, int from, int end, V* result,
                                                const Sources... sources) const {
    const auto node = node_of(sources.at(from)...);
    const StripLane lane = *this;
    for (int offset = 0; offset < end; offset += W) {
      const StripCursor<StripLane, Where, true> at(lane, from, offset);
      put_stored(result + offset, at, node.value(at));
    }
  }
  template <class Source>
  bool lies_at(const Source& source, int from) const {
    if constexpr (Source::has_rows) {
      return source.stride == shape_.columns && source.first <= from;
    } else {
      return true;
    }
  }
  template <class T, class At, class V>
  static void put_stored(T* to, const At& at, const V& value) {
    if constexpr (is_truth<V, W>) {
      simd::store(to, mask_for<float, W>(value).v);
    } else {
      put(to, 1, at.template cast<T>(value), 0, W);
    }
  }
  /// Writes rows of a destination.
  template <class Where, class Leaf, class Source, class... Masks>
  void store_from(const Leaf& leaf, Source source, Masks... mask) const {
    using T = typename Leaf::value_type;
    T* to = leaf.data + column * leaf.strides.column();
    const auto write = [&](T& value, const auto& from, auto... wanted) {
      if ((static_cast<bool>(wanted) && ... && true)) value = static_cast<T>(from);
    };
    if constexpr (std::is_same_v<Where, Surface>) {
      for (int c = 0; c < count; ++c) write(to[c * leaf.strides.column()], source.row(0)[c], mask.row(0)[c]...);
    } else {
      const int first = first_row(source, mask...);
      remember(source, first);
      (remember(mask, first), ...);
      const int all_rows = rows_at<Where>(columns.levels);
      const int begin = std::max(first, 0), end = std::min(first + shape_.rows, all_rows);
      if (Leaf::layout::columns_contiguous) {
        for (int k = begin; k < end; ++k) {
          const auto* from = source.row(k);
          T* row = to + k * leaf.strides.level();
          for (int c = 0; c < count; ++c) write(row[c], from[c], mask.row(k)[c]...);
        }
      } else {
        for (int c = 0; c < count; ++c) {
          T* own = to + c * leaf.strides.column();
          for (int k = begin; k < end; ++k) write(own[k * leaf.strides.level()], source.row(k)[c], mask.row(k)[c]...);
        }
      }
      keep(source);
      (keep(mask), ...);
      if (first + shape_.rows < all_rows) unwritten_ = true;
    }
  }

  StripShape shape_;
  int halo_;
  StripMemory& memory_;
  int front_ = 0;                   ///< the first row that this step loads
  mutable bool unwritten_ = false;  ///< some destination has rows beyond those that have been written
};

}  // namespace stencil::cpu
