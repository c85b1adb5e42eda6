// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/algorithm/output.hpp>
#include <stencil/cpu/cursor.hpp>
#include <stencil/plan/walk.hpp>

/// Tiles of some columns in which the same level of neighbouring columns is one vector, for work that goes along
/// columns while levels are neighbours in memory. Numbers are turned in registers, four by four.
namespace stencil::cpu {

#if !defined(__CUDACC__)
namespace turning {
template <class V, int... I>
constexpr V chosen(V a, V b) {
  return __builtin_shufflevector(a, b, I...);
}
/// The transposes of 4 x 4 and 2 x 2 numbers, by shuffles that are one instruction each.
template <class V>
void turn_rows(V (&rows)[4]) {
  const V low = chosen<V, 0, 4, 2, 6>(rows[0], rows[1]), next = chosen<V, 1, 5, 3, 7>(rows[0], rows[1]);
  const V high = chosen<V, 0, 4, 2, 6>(rows[2], rows[3]), last = chosen<V, 1, 5, 3, 7>(rows[2], rows[3]);
  rows[0] = chosen<V, 0, 1, 4, 5>(low, high), rows[1] = chosen<V, 0, 1, 4, 5>(next, last);
  rows[2] = chosen<V, 2, 3, 6, 7>(low, high), rows[3] = chosen<V, 2, 3, 6, 7>(next, last);
}
inline void turn_rows(simd::vector<float, 4> (&rows)[4]) {
  using V = simd::vector<float, 4>;
  const V low = chosen<V, 0, 4, 1, 5>(rows[0], rows[2]), next = chosen<V, 2, 6, 3, 7>(rows[0], rows[2]);
  const V high = chosen<V, 0, 4, 1, 5>(rows[1], rows[3]), last = chosen<V, 2, 6, 3, 7>(rows[1], rows[3]);
  rows[0] = chosen<V, 0, 4, 1, 5>(low, high), rows[1] = chosen<V, 2, 6, 3, 7>(low, high);
  rows[2] = chosen<V, 0, 4, 1, 5>(next, last), rows[3] = chosen<V, 2, 6, 3, 7>(next, last);
}
template <class V>
void turn_rows(V (&rows)[2]) {
  const V low = chosen<V, 0, 2>(rows[0], rows[1]);
  rows[1] = chosen<V, 1, 3>(rows[0], rows[1]);
  rows[0] = low;
}
}  // namespace turning

/// The transpose of W x W numbers: put(i, j, some row_at(j)[i] over consecutive j from this one on, in a vector) for
/// all i and j.
template <int W, class RowAt, class Put>
inline void turn(const RowAt& row_at, const Put& put) {
  constexpr int square = std::min(W, 4);
  using V = simd::vector<std::remove_cvref_t<decltype(*row_at(0))>, square>;
  for (int j = 0; j < W; j += square) {
    for (int i = 0; i < W; i += square) {
      V rows[square];
      for (int row = 0; row < square; ++row) rows[row] = simd::load<V>(row_at(j + row) + i);
      turning::turn_rows(rows);
      for (int row = 0; row < square; ++row) put(i + row, j, rows[row]);
    }
  }
}
#else
// nvcc's reader of host code does not know the vector built-in.
template <int W, class RowAt, class Put>
inline void turn(const RowAt& row_at, const Put& put) {
  for (int i = 0; i < W; ++i) {
    simd::vector<std::remove_cvref_t<decltype(*row_at(0))>, W> row{};
    for (int j = 0; j < W; ++j) row[j] = row_at(j)[i];
    put(i, 0, row);
  }
}
#endif

/// Whether a leaf is read from a tile: numbers at centers or faces.
template <class L>
inline constexpr bool in_tile = false;
template <class T, class Where, class Layout, class Space>
inline constexpr bool in_tile<FieldLeaf<T, Where, Layout, Space>> =
    in_vectors<std::remove_const_t<T>> && !std::is_same_v<Where, Surface>;

/// As ColumnCursor, but numbers at centers and faces lie in tiles that their leaves point at.
template <class Location, int W, bool Interior, int H = 0>
struct TileCursor : ColumnCursor<plan::StoreNothing, Location, W, Interior, H, true> {
  using Base = ColumnCursor<plan::StoreNothing, Location, W, Interior, H, true>;
  using Base::Base;

  template <int More>
  auto shifted() const {
    return TileCursor<Location, W, Interior, H + More>(this->columns, this->column, this->destination_row,
                                                       this->present, nullptr, this->tile_column, this->tile_pitch,
                                                       false);
  }
  template <class T, class Where, class Layout, class Space>
  auto load(const FieldLeaf<T, Where, Layout, Space>& leaf) const {
    if constexpr (in_tile<FieldLeaf<T, Where, Layout, Space>>) {
      static_assert(std::is_same_v<Where, typename Base::location>,
                    "stencil: a field is read at a location where it has no value");
      return cpu::load<W>(leaf.data + this->row() * this->tile_pitch + this->tile_column);
    } else {
      return Base::load(leaf);
    }
  }
  template <class L, class V>
  void store(const L& leaf, const V& v) const {
    if constexpr (in_tile<L>) {
      put(leaf.data + this->destination_row * this->tile_pitch + this->tile_column, 1, v, 0, W);
    } else {
      Base::store(leaf, v);
    }
  }
  template <class Condition, class L, class V>
  void store_where(const Condition& condition, const L& leaf, const V& v) const {
    store(leaf, where(condition, v, load(leaf)));
  }
};

/// Columns [first, first + count) of a tile whose rows have `pitch` columns.
struct TileShape {
  std::ptrdiff_t first;
  int count;
  int pitch;
};

/// f(first) for blocks of W rows that cover `rows` rows, W at least; the last two may overlap.
template <int W, class F>
void each_block(std::ptrdiff_t rows, const F& f) {
  std::ptrdiff_t first = 0;
  for (; first + W <= rows; first += W) f(first);
  if (first < rows) f(rows - W);
}

/// A leaf's values into a tile. Elements beyond the last column repeat it.
template <int W, class L>
void fill_tile(const L& leaf, const TileShape& shape, typename L::value_type* tile) {
  using T = typename L::value_type;
  const int rows = leaf.rows();
  const std::ptrdiff_t level = leaf.strides.level();
  const std::ptrdiff_t column = leaf.strides.column();
  const std::ptrdiff_t pitch = shape.pitch;  // of one's own: stores could alias the original
  const int count = shape.count;
  const T* from = leaf.data + shape.first * column;
  for (int c = 0; c < count; c += W, from += W * column) {
    T* const to = tile + c;
    const int present = std::min(W, count - c);
    if (level == 1 && rows >= W) {
      each_block<W>(rows, [&](std::ptrdiff_t first) {
        turn<W>([&](int j) { return from + first + (j < present ? j : present - 1) * column; },
                [&](int i, int j, const auto& values) { simd::store(to + first * pitch + i * pitch + j, values); });
      });
    } else {
      for (int row = 0; row < rows; ++row) {
        const T* p = from + row * level;
        put(to + row * pitch, 1, column == 1 ? load<W>(p, present) : gather<W>(p, column, present), 0, W);
      }
    }
  }
}

/// Writes a tile's values to the field. stream: columns begin on a vector.
template <int W, class L>
void empty_tile(const typename L::value_type* tile, const TileShape& shape, const L& leaf, bool stream) {
  using T = typename L::value_type;
  const int rows = leaf.rows();
  const std::ptrdiff_t level = leaf.strides.level();
  const std::ptrdiff_t column = leaf.strides.column();
  const std::ptrdiff_t pitch = shape.pitch;
  const int count = shape.count;
  T* to = leaf.data + shape.first * column;
  for (int c = 0; c < count; c += W, to += W * column) {
    const T* const from = tile + c;
    const int present = std::min(W, count - c);
    if (level == 1 && rows >= W) {
      each_block<W>(rows, [&](std::ptrdiff_t first) {
        turn<W>([&](int j) { return from + first * pitch + j * pitch; },
                [&](int i, int j, const auto& values) {
                  if (i >= present) return;
                  if (stream) {
                    simd::stream(to + first + i * column + j, values);
                  } else {
                    simd::store(to + first + i * column + j, values);
                  }
                });
      });
    } else {
      for (int row = 0; row < rows; ++row) put(to + row * level, column, cpu::load<W>(from + row * pitch), 0, present);
    }
  }
}

/// f(leaf) for each leaf of an expression that is read from a tile; what a surface value reads of a column, is not.
template <class N, class F>
constexpr void each_in_tile(N& node, const F& f) {
  using Bare = std::remove_const_t<N>;
  if constexpr (in_tile<Bare>) {
    f(node);
  } else if constexpr (!std::is_same_v<typename Bare::location, Surface>) {
    each_child(node, [&](auto& child, auto) { each_in_tile(child, f); });
  }
}

/// Where the leaves of an output that are read from tiles have theirs in a thread's scratch: one for each array.
template <class Out>
class TilePlan {
  static constexpr bool masked = !std::is_same_v<decltype(Out::mask), NoMask>;
  using Destination = typename Out::destination_type;

 public:
  /// pitch: columns of a tile; 0 where there are to be none.
  TilePlan(const Out& out, std::size_t pitch) : pitch_(pitch) {
    if (pitch == 0) return;
    each(out, [&](const auto& leaf) { places_.push_back(place(leaf)); });
    if constexpr (in_tile<Destination>) destination_ = take(out.destination);
  }
  std::size_t bytes() const { return bytes_; }

  /// The output with its leaves pointing at tiles in `scratch`.
  Out redirected(Out out, char* scratch) const {
    auto next = places_.begin();
    each(out, [&](auto& leaf) { point(leaf, scratch + (next++)->offset); });
    if constexpr (in_tile<Destination>) point(out.destination, scratch + destination_);
    return out;
  }
  /// Brings the values of some columns into the tiles.
  template <int W>
  void fill(const Out& out, char* scratch, const TileShape& shape) const {
    auto next = places_.begin();
    each(out, [&](const auto& leaf) {
      const ArrayInTile& p = *next++;
      if (p.first_of_its_array) fill_tile<W>(leaf, shape, in_scratch(leaf, scratch + p.offset));
    });
    if constexpr (masked && in_tile<Destination>)
      fill_tile<W>(out.destination, shape, in_scratch(out.destination, scratch + destination_));
  }
  /// Writes the results to the field.
  template <int W>
  void empty(const Out& out, char* scratch, const TileShape& shape, bool stream) const {
    if constexpr (in_tile<Destination>)
      empty_tile<W>(in_scratch(out.destination, scratch + destination_), shape, out.destination, stream);
  }

 private:
  struct ArrayInTile {
    const void* data;
    std::ptrdiff_t level, column;
    int rows;
    std::size_t value_bytes;
    std::size_t offset;
    bool first_of_its_array;
    bool same_array(const ArrayInTile& other) const {
      return data == other.data && level == other.level && column == other.column && rows == other.rows &&
             value_bytes == other.value_bytes;
    }
  };

  template <class O, class F>
  static void each(O& out, const F& f) {
    each_in_tile(out.expression, f);
    if constexpr (masked) each_in_tile(out.mask, f);
  }
  template <class L>
  static auto in_scratch(const L&, char* place) {
    return reinterpret_cast<typename L::value_type*>(place);
  }
  template <class L>
  static void point(L& leaf, char* place) {
    leaf.data = in_scratch(leaf, place);
  }
  template <class L>
  ArrayInTile place(const L& leaf) {
    ArrayInTile p{leaf.data, leaf.strides.level(), leaf.strides.column(), leaf.rows(), sizeof(leaf.data[0]), 0, true};
    for (const ArrayInTile& other : places_) {
      if (!p.same_array(other)) continue;
      p.offset = other.offset;
      p.first_of_its_array = false;
      return p;
    }
    p.offset = take(leaf);
    return p;
  }
  template <class L>
  std::size_t take(const L& leaf) {
    const std::size_t offset = bytes_;
    bytes_ +=
        (pitch_ * static_cast<std::size_t>(leaf.rows()) * sizeof(leaf.data[0]) + alignment - 1) / alignment * alignment;
    return offset;
  }

  static constexpr std::size_t alignment = 128;  ///< of every tile, and of what follows them
  std::size_t pitch_;
  std::size_t bytes_ = 0;
  std::size_t destination_ = 0;
  std::vector<ArrayInTile> places_;
};

}  // namespace stencil::cpu
