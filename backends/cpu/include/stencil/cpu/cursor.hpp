// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/cpu/pack.hpp>
#include <stencil/cpu/wide_memory.hpp>

/// Cursors at W positions at once: W consecutive levels of a column, or one level of W consecutive columns.
namespace stencil::cpu {

/// What both cursors have in common.
template <int W>
struct WideValues {
  /// A number in a formula as a vector, if it is a floating-point number. Boundary values take the type of what stands
  /// beside them, which is a vector.
  template <class T>
  auto constant(T x) const {
    if constexpr (is_dual<T> || std::is_floating_point_v<T>) {
      return wide_of<T, W>(x);
    } else {
      return x;
    }
  }
  /// Any value as a vector of T.
  template <class T, class V>
  wide_of<T, W> cast(const V& v) const {
    using To = wide_of<T, W>;
    if constexpr (std::is_same_v<V, To>) {
      return v;
    } else if constexpr (is_composite<T>) {
      return To(v);
    } else if constexpr (Wide<V> && !std::is_same_v<To, WideArray<T, W>> && requires { To(v); }) {
      return To(v);
    } else if constexpr (Wide<V>) {
      return call_elementwise([](const auto& x) { return static_cast<T>(x); }, v);
    } else {
      return To(static_cast<T>(v));
    }
  }
};

/// Rows destination_row to destination_row + W - 1 of one column. All rows that the formulas read must lie inside the
/// column, and no end formula may apply.
template <class Plan, class Destination, int W, int H = 0>
struct LevelCursor : WideValues<W> {
  using plan = Plan;
  using destination = Destination;
  using location = location_at<Destination, H>;
  static constexpr bool interior = true;

  const EvaluatedColumns& columns;
  std::ptrdiff_t column;
  int destination_row;
  char* arena;
  std::ptrdiff_t tile_column;  ///< first value of the column in a tile

  LevelCursor(const EvaluatedColumns& c, std::ptrdiff_t col, int row, char* a, std::ptrdiff_t t)
      : columns(c), column(col), destination_row(row), arena(a), tile_column(t) {}

  template <int More>
  auto shifted() const {
    return LevelCursor<Plan, Destination, W, H + More>(columns, column, destination_row, arena, tile_column);
  }
  auto without_tiles() const {
    return LevelCursor<stencil::plan::StoreNothing, Destination, W, H>(columns, column, destination_row, arena,
                                                                       tile_column);
  }

  template <class T, class Where, class Layout, class Space>
  auto load(const FieldLeaf<T, Where, Layout, Space>& leaf) const {
    const T* p = leaf.data + column * leaf.strides.column();
    if constexpr (std::is_same_v<Where, Surface>) {
      return wide_of<std::remove_const_t<T>, W>(*p);
    } else {
      static_assert(std::is_same_v<Where, location>, "stencil: a field is read at a location where it has no value");
      if constexpr (Layout::levels_contiguous) {
        return cpu::load<W>(p + row());
      } else {
        return gather<W>(p + row() * leaf.strides.level(), leaf.strides.level(), W);
      }
    }
  }
  template <class Real, MetricKind Kind>
  wide_of<Real, W> metric() const {
    const auto& at = columns.template metric<Real>().template at<location>();
    const Real* p = at.template values<Kind>();
    return cpu::load<W>(p + column * at.column_stride + row());
  }
  auto row_numbers() const { return numbers_of_rows<W>(row()); }
  template <int, class T>
  auto tile(TilePlace place) const {
    return cpu::load<W>(reinterpret_cast<const T*>(arena + place.offset) + tile_column + row());
  }

  template <class L, class V>
  void store(const L& leaf, const V& v) const {
    put(leaf.data + column * leaf.strides.column() + destination_row * leaf.strides.level(), leaf.strides.level(), v, 0,
        W);
  }
  template <class Condition, class L, class V>
  void store_where(const Condition& condition, const L& leaf, const V& v) const {
    store(leaf, where(condition, v, load(leaf)));
  }
  template <class T, class V>
  void store_tile(std::uint32_t offset, const V& v) const {
    put(reinterpret_cast<T*>(arena + offset) + tile_column + destination_row, 1, v, 0, W);
  }

 private:
  int row() const { return destination_row + index_shift<Destination>(H); }
};

/// Row destination_row of columns column to column + W - 1. Interior: no end formula applies, and all W columns exist.
/// Alike: in the interior they share their heights, too.
template <class Plan, class Destination, int W, bool Interior, int H = 0, bool Alike = false>
struct ColumnCursor : WideValues<W> {
  using plan = Plan;
  using destination = Destination;
  using location = location_at<Destination, H>;
  static constexpr bool interior = Interior;

  const EvaluatedColumns& columns;
  std::ptrdiff_t column;
  int destination_row;
  int present;  ///< columns that exist, at most W
  char* arena;
  int tile_column;                  ///< of the first of them in the tiles
  int tile_pitch;                   ///< columns of a tile
  bool stream;                      ///< stores bypass the caches
  bool goes_along_columns = false;  ///< all rows of these columns are read before the columns beside them

  ColumnCursor(const EvaluatedColumns& c, std::ptrdiff_t col, int row, int l, char* a, int tc, int tp, bool s)
      : columns(c),
        column(col),
        destination_row(row),
        present(l),
        arena(a),
        tile_column(tc),
        tile_pitch(tp),
        stream(s) {}

  template <int More>
  auto shifted() const {
    return ColumnCursor<Plan, Destination, W, Interior, H + More, Alike>(columns, column, destination_row, present,
                                                                         arena, tile_column, tile_pitch, stream);
  }
  auto without_tiles() const {
    return ColumnCursor<stencil::plan::StoreNothing, Destination, W, Interior, H, Alike>(
        columns, column, destination_row, present, arena, tile_column, tile_pitch, stream);
  }
  template <class Location>
  auto at_row(int row) const {
    ColumnCursor<Plan, Location, W, false> there(columns, column, row_of_level(row, rows_at<Location>(columns.levels)),
                                                 present, arena, tile_column, tile_pitch, false);
    there.goes_along_columns = true;
    return there;
  }

  static constexpr bool in_several_columns = true;
  /// f(cursor of one column, element of x) for each of the columns.
  template <class F, class X>
  auto each_column(const F& f, const X& x) const {
    const auto in_column = [&](int l, const auto& x_there) {
      const auto there = column + (l < present ? l : present - 1);
      return f(RowCursor<Plan, Destination, H>{columns, there, destination_row, arena, 0}, x_there);
    };
    return call_elementwise(in_column, numbers_of_rows<W>(0), x);
  }

  int rows() const { return rows_at<location>(columns.levels); }
  int row() const {
    const int r = destination_row + index_shift<Destination>(H);
    if constexpr (Interior || std::is_same_v<location, Surface>) return r;
    return columns.periodic ? row_in_ring(r, columns.levels) : r;
  }

  template <class T, class Where, class Layout, class Space>
  auto load(const FieldLeaf<T, Where, Layout, Space>& leaf) const {
    if constexpr (std::is_same_v<Where, Surface>) {
      return from<false>(leaf.data, leaf.strides.column());
    } else {
      static_assert(std::is_same_v<Where, location>, "stencil: a field is read at a location where it has no value");
      const T* in_row = leaf.data + row() * leaf.strides.level();
      if constexpr (Layout::columns_contiguous) {
        // Rows are far apart, often in different pages, and there are more of them than the hardware prefetcher
        // follows. A prefetch past the end of the field does no harm.
        constexpr int bytes_ahead = 512;
        if (goes_along_columns) simd::prefetch(reinterpret_cast<const char*>(in_row + column) + bytes_ahead);
      }
      return from<Layout::columns_contiguous>(in_row, leaf.strides.column());
    }
  }
  template <class Real, MetricKind Kind>
  wide_of<Real, W> metric() const {
    const auto& m = columns.template metric<Real>();
    const auto& at = m.template at<location>();
    const Real* p = at.template values<Kind>();
    p += row() * m.level_stride;
    if constexpr (Interior && Alike) {
      return wide_of<Real, W>(*p);
    } else {
      p += column * at.column_stride;
      return Interior ? cpu::load<W>(p) : cpu::load<W>(p, present);
    }
  }
  template <int, class T>
  auto tile(TilePlace place) const {
    return cpu::load<W>(reinterpret_cast<const T*>(arena + place.offset) + row() * tile_pitch + tile_column);
  }

  template <class L, class V>
  void store(const L& leaf, const V& v) const {
    put(leaf.data + level_of(leaf) + column * leaf.strides.column(), leaf.strides.column(), v, 0,
        Interior ? W : present, stream);
  }
  template <class Condition, class L, class V>
  void store_where(const Condition& condition, const L& leaf, const V& v) const {
    const auto kept = from<L::layout::columns_contiguous>(leaf.data + level_of(leaf), leaf.strides.column());
    store(leaf, where(condition, v, kept));
  }
  template <class T, class V>
  void store_tile(std::uint32_t offset, const V& v) const {
    put(reinterpret_cast<T*>(arena + offset) + destination_row * tile_pitch + tile_column, 1, v, 0, W);
  }

  template <int BottomRows, int TopRows, class InteriorFormula, class AtEnd>
  auto pick(const InteriorFormula& interior_formula, const AtEnd& at_end) const {
    // The interior formula may give one number for all columns and an end formula a vector; the result is a vector.
    using Inside = std::remove_cvref_t<decltype(interior_formula())>;
    using Value = typename std::conditional_t<Wide<Inside>, std::type_identity<Inside>, WideOf<Inside, W>>::type;
    if (columns.periodic) return Value(interior_formula());
    return detail::cursors::pick_row<BottomRows, TopRows, 0, Value>(row(), rows(), interior_formula, at_end);
  }

 private:
  template <class L>
  std::ptrdiff_t level_of(const L& leaf) const {
    return std::is_same_v<Destination, Surface> ? 0 : destination_row * leaf.strides.level();
  }
  template <bool Contiguous, class T>
  auto from(const T* p, std::ptrdiff_t stride) const {
    p += column * (Contiguous ? 1 : stride);
    const int count = Interior ? W : present;
    if (Contiguous || stride == 1) return cpu::load<W>(p, count);
    return gather<W>(p, stride, count);
  }
};

}  // namespace stencil::cpu
