// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <stencil/cpu/pack.hpp>
#include <stencil/evaluate/row_cursor.hpp>

/// Cursors of W positions at a time: consecutive levels of a column, or one level of consecutive columns.
namespace stencil::cpu {

/// Lanes [first, last) of W values `stride` apart, from `p` on.
template <int W, class T>
inline auto gather(const T* p, std::ptrdiff_t stride, int first, int last) {
  using Value = std::remove_const_t<T>;
  lanes_of<Value, W> r;
  for (int l = first; l < last; ++l) {
    if constexpr (std::is_same_v<lanes_of<Value, W>, Lanes<Value, W>>) {
      r.value[l] = p[l * stride];
    } else {
      r.v[l] = p[l * stride];
    }
  }
  return r;
}

/// The same for neighbours in memory.
template <int W, class T>
inline auto load(const T* p, int first, int last) {
  using Value = std::remove_const_t<T>;
  if constexpr (std::is_same_v<lanes_of<Value, W>, Lanes<Value, W>>) {
    return gather<W>(p, 1, first, last);
  } else {
    using V = simd::vector<Value, W>;
    return Pack<Value, W>(first == 0 && last == W ? simd::load<V>(p) : simd::load_some<V>(p, first, last));
  }
}
template <int W, class T>
inline auto load(const T* p) {
  return load<W>(p, 0, W);
}

/// Writes lanes [first, last) to `p`, `stride` apart. stream: p is aligned for the whole vector.
template <class T, class Wide>
inline void put(T* p, std::ptrdiff_t stride, const Wide& value, int first, int last, bool stream = false) {
  constexpr int W = width<Wide>;
  if constexpr (std::is_same_v<Wide, Lanes<T, W>>) {
    for (int l = first; l < last; ++l) p[l * stride] = value[l];
  } else if (stride != 1) {
    for (int l = first; l < last; ++l) p[l * stride] = value[l];
  } else if (first == 0 && last == W) {
    if (stream) {
      simd::stream(p, value.v);
    } else {
      simd::store(p, value.v);
    }
  } else {
    simd::store_some(p, value.v, first, last);
  }
}

/// What both cursors do alike.
template <int W>
struct WideValues {
  template <class T>
  T constant(T x) const {
    return x;
  }
  /// Any value as lanes of T.
  template <class T, class V>
  lanes_of<T, W> cast(const V& v) const {
    using To = lanes_of<T, W>;
    if constexpr (std::is_same_v<V, To>) {
      return v;
    } else if constexpr (Wide<V> && !std::is_same_v<To, Lanes<T, W>> && requires { To(v); }) {
      return To(v);
    } else if constexpr (Wide<V>) {
      return call_lanewise([](const auto& x) { return static_cast<T>(x); }, v);
    } else {
      return To(static_cast<T>(v));
    }
  }
};

/// Rows destination_row .. + W - 1 of one column. Interior: all rows that the formulas read lie inside, no end formula
/// applies, and all lanes count; otherwise lanes outside the column read 0 and are not written.
template <class Plan, class Destination, int W, bool Interior, int H = 0>
struct LevelCursor : WideValues<W> {
  using plan = Plan;
  using destination = Destination;
  using location = location_at<Destination, H>;
  static constexpr bool interior = Interior;

  const ColumnSet& columns;
  std::ptrdiff_t column;
  int destination_row;
  char* arena;
  bool stream;  ///< stores bypass the caches

  LevelCursor(const ColumnSet& c, std::ptrdiff_t col, int row, char* a, bool s) : columns(c), column(col), destination_row(row), arena(a), stream(s) {}

  template <int More>
  auto shifted() const {
    return LevelCursor<Plan, Destination, W, Interior, H + More>(columns, column, destination_row, arena, stream);
  }
  /// A row of the column for a surface value: lane 0 is the one that counts.
  template <class Location>
  auto at_row(int row) const {
    return LevelCursor<Plan, Location, W, false>(columns, column, row < 0 ? rows_at<Location>(columns.levels) + row : row, arena, false);
  }

  int rows() const { return rows_at<location>(columns.levels); }
  int row() const { return destination_row + index_shift<Destination>(H); }

  template <class T, class Where, class Layout, class Space>
  auto load(const Leaf<T, Where, Layout, Space>& leaf) const {
    const T* p = leaf.data + column * leaf.strides.column();
    if constexpr (std::is_same_v<Where, Surface>) {
      return lanes_of<std::remove_const_t<T>, W>(*p);
    } else {
      static_assert(std::is_same_v<Where, location>, "stencil: a field is read at a location where it has no value");
      return from<Layout::levels_contiguous>(p, leaf.strides.level());
    }
  }
  template <class Real, MetricKind Kind>
  Pack<Real, W> metric() const {
    const auto& at = columns.template metric<Real>().template at<location>();
    const Real* p = Kind == MetricKind::z ? at.z : Kind == MetricKind::dz ? at.dz : at.inverse_dz;
    return from<true>(p + column * at.column_stride, 1);
  }
  template <class T>
  auto tile(Work work) const {
    return from<true>(reinterpret_cast<const T*>(arena + work.offset), 1);
  }

  template <class L, class V>
  void store(const L& leaf, const V& v) const {
    put(leaf.data + column * leaf.strides.column() + destination_row * leaf.strides.level(), leaf.strides.level(), v, 0, valid(), stream);
  }
  template <class Condition, class L, class V>
  void store_where(const Condition& condition, const L& leaf, const V& v) const {
    store(leaf, where(condition, v, load(leaf)));
  }
  /// Into a tile, which has room for whole vectors.
  template <class T, class V>
  void store_tile(std::uint32_t offset, const V& v) const {
    put(reinterpret_cast<T*>(arena + offset) + destination_row, 1, v, 0, W);
  }

  template <int BottomRows, int TopRows, class InteriorFormula, class AtEnd>
  auto pick(const InteriorFormula& interior_formula, const AtEnd& at_end) const {
    auto value = interior_formula();
    if (!columns.periodic) pick_rows<BottomRows, TopRows, (BottomRows > TopRows ? BottomRows : TopRows) - 1>(value, at_end);
    return value;
  }

 private:
  int valid() const { return Interior ? W : std::min(W, rows() - destination_row); }

  template <bool Contiguous, class T>
  auto from(const T* column_base, std::ptrdiff_t stride) const {
    const int first_row = row();
    const T* p = column_base + first_row * (Contiguous ? 1 : stride);
    if constexpr (Interior) {
      if constexpr (Contiguous) return cpu::load<W>(p);
      return gather<W>(p, stride, 0, W);
    } else {
      if (columns.periodic && (first_row < 0 || first_row + W > columns.levels)) return around<T>(column_base, Contiguous ? 1 : stride);
      const int first = std::min(W, std::max(0, -first_row));
      const int last = std::max(first, std::min(W, rows() - first_row));
      if constexpr (Contiguous) return cpu::load<W>(p, first, last);
      return gather<W>(p, stride, first, last);
    }
  }
  template <class T>
  auto around(const T* column_base, std::ptrdiff_t stride) const {
    using Value = std::remove_const_t<T>;
    Value ring[W];
    for (int l = 0; l < W; ++l) ring[l] = column_base[wrapped(row() + l, columns.levels) * stride];
    return cpu::load<W>(&ring[0]);
  }

  // Row 0 last, the bottom after the top: the order in which a scalar would have asked.
  template <int BottomRows, int TopRows, int Row, class Value, class AtEnd>
  void pick_rows(Value& value, const AtEnd& at_end) const {
    if constexpr (Row >= 0) {
      if constexpr (Row < TopRows) put_lane(value, rows() - 1 - Row - row(), at_end, End<Side::top, Row>{});
      if constexpr (Row < BottomRows) put_lane(value, Row - row(), at_end, End<Side::bottom, Row>{});
      pick_rows<BottomRows, TopRows, Row - 1>(value, at_end);
    }
  }
  template <class Value, class AtEnd, class E>
  void put_lane(Value& value, int at, const AtEnd& at_end, E end) const {
    if (at < 0 || at >= W) return;
    const auto other = at_end(end);
    if constexpr (!Wide<Value>) {
      value = static_cast<Value>(other);
    } else if constexpr (requires { value.v; }) {
      Mask<mask_word<typename Value::number>, W> here_only{};
      here_only.v[at] = -1;
      value = Value(here_only.v ? Value(other).v : value.v);
    } else {
      value.value[at] = lane(other, at);
    }
  }
};

/// Row destination_row of columns column .. + W - 1. Interior: no end formula applies and all lanes count.
template <class Plan, class Destination, int W, bool Interior, int H = 0>
struct ColumnCursor : WideValues<W> {
  using plan = Plan;
  using destination = Destination;
  using location = location_at<Destination, H>;
  static constexpr bool interior = Interior;

  const ColumnSet& columns;
  std::ptrdiff_t column;
  int destination_row;
  int lanes;        ///< columns that count
  char* arena;
  int tile_column;  ///< of lane 0 in the tiles
  int tile_pitch;   ///< columns of a tile
  bool stream;      ///< stores bypass the caches

  ColumnCursor(const ColumnSet& c, std::ptrdiff_t col, int row, int l, char* a, int tc, int tp, bool s)
      : columns(c), column(col), destination_row(row), lanes(l), arena(a), tile_column(tc), tile_pitch(tp), stream(s) {}

  template <int More>
  auto shifted() const {
    return ColumnCursor<Plan, Destination, W, Interior, H + More>(columns, column, destination_row, lanes, arena, tile_column, tile_pitch, stream);
  }
  template <class Location>
  auto at_row(int row) const {
    return ColumnCursor<Plan, Location, W, Interior>(columns, column, row < 0 ? rows_at<Location>(columns.levels) + row : row, lanes, arena,
                                                            tile_column, tile_pitch, false);
  }

  int rows() const { return rows_at<location>(columns.levels); }
  int row() const {
    const int r = destination_row + index_shift<Destination>(H);
    if constexpr (Interior || std::is_same_v<location, Surface>) return r;
    return columns.periodic ? wrapped(r, columns.levels) : r;
  }

  template <class T, class Where, class Layout, class Space>
  auto load(const Leaf<T, Where, Layout, Space>& leaf) const {
    if constexpr (std::is_same_v<Where, Surface>) {
      return from<false>(leaf.data, leaf.strides.column());
    } else {
      static_assert(std::is_same_v<Where, location>, "stencil: a field is read at a location where it has no value");
      return from<Layout::columns_contiguous>(leaf.data + row() * leaf.strides.level(), leaf.strides.column());
    }
  }
  template <class Real, MetricKind Kind>
  Pack<Real, W> metric() const {
    const auto& m = columns.template metric<Real>();
    const auto& at = m.template at<location>();
    const Real* p = (Kind == MetricKind::z ? at.z : Kind == MetricKind::dz ? at.dz : at.inverse_dz) + row() * m.level_stride;
    return at.column_stride == 0 ? Pack<Real, W>(*p) : from<false>(p, at.column_stride);
  }
  template <class T>
  auto tile(Work work) const {
    return cpu::load<W>(reinterpret_cast<const T*>(arena + work.offset) + row() * tile_pitch + tile_column);
  }

  template <class L, class V>
  void store(const L& leaf, const V& v) const {
    const std::ptrdiff_t level = std::is_same_v<Destination, Surface> ? 0 : destination_row * leaf.strides.level();
    put(leaf.data + level + column * leaf.strides.column(), leaf.strides.column(), v, 0, Interior ? W : lanes, stream);
  }
  template <class Condition, class L, class V>
  void store_where(const Condition& condition, const L& leaf, const V& v) const {
    store(leaf, where(condition, v, load(leaf)));
  }
  template <class T, class V>
  void store_tile(std::uint32_t offset, const V& v) const {
    put(reinterpret_cast<T*>(arena + offset) + destination_row * tile_pitch + tile_column, 1, v, 0, W);
  }

  template <int BottomRows, int TopRows, class InteriorFormula, class AtEnd>
  auto pick(const InteriorFormula& interior_formula, const AtEnd& at_end) const {
    using Value = std::remove_cvref_t<decltype(interior_formula())>;
    if (columns.periodic) return Value(interior_formula());
    return cursors::pick_row<BottomRows, TopRows, 0, Value>(row(), rows(), interior_formula, at_end);
  }

 private:
  template <bool Contiguous, class T>
  auto from(const T* p, std::ptrdiff_t stride) const {
    p += column * (Contiguous ? 1 : stride);
    const int count = Interior ? W : lanes;
    if (Contiguous || stride == 1) return cpu::load<W>(p, 0, count);
    return gather<W>(p, stride, 0, count);
  }
};

}  // namespace stencil::cpu
