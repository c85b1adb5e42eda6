// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/column/dense.hpp>
#include <stencil/evaluate/block_cursor.hpp>
#include <stencil/plan/across.hpp>
#include <stencil/plan/margin.hpp>

/// A matrix times some columns, by a team of as many members as the product asks for.
namespace stencil {

/// Sums of a tile of the result, `RowsEach` x `ColumnsEach` of them with each of `Down` x `Across` members.
template <class T, int RowsEach, int ColumnsEach, int Down, int Across, int Depth>
class ProductInRegisters {
 public:
  using number = T;
  static constexpr int members = Down * Across;
  static constexpr int rows = RowsEach * Down;
  static constexpr int columns = ColumnsEach * Across;
  static constexpr int depth = Depth;

  STENCIL_FUNCTION explicit ProductInRegisters(int rank) {
    // Members who work in step read few different places: a patch of eight by four.
    constexpr int in_step = members < 32 ? members : 32;
    constexpr int down = Down < 8 ? Down : 8;
    constexpr int across = in_step / down;
    const int group = rank / in_step, place = rank % in_step;
    row_ = (place % down + down * (group % (Down / down))) * RowsEach;
    column_ = (place / down + across * (group / (Down / down))) * part;
    clear();
  }
  STENCIL_FUNCTION void clear() {
    for (auto& of_row : sum_)
      for (T& sum : of_row) sum = 0;
  }
  /// Adds m x for `depth` levels of x: m[level * row_pitch + row], x[level * column_pitch + column].
  STENCIL_FUNCTION void add(const T* m, int row_pitch, const T* x, int column_pitch) {
    for (int k = 0; k < Depth; ++k) {
      T a[RowsEach], b[ColumnsEach];
      copy<RowsEach>(a, m + k * row_pitch + row_);
      for (int j = 0; j < ColumnsEach; j += part) copy<part>(b + j, x + k * column_pitch + column_of(j));
      for (int i = 0; i < RowsEach; ++i)
        for (int j = 0; j < ColumnsEach; ++j) sum_[i][j] += a[i] * b[j];
    }
  }
  /// f(row, column, sum) for the sums that this member holds.
  template <class F>
  STENCIL_FUNCTION void each(const F& f) const {
    for (int j = 0; j < ColumnsEach; ++j)
      for (int i = 0; i < RowsEach; ++i) f(row_ + i, column_of(j), sum_[i][j]);
  }

 private:
  static constexpr int part = ColumnsEach < 4 ? ColumnsEach : 4;  // neighbouring columns of a member
  STENCIL_FUNCTION int column_of(int j) const { return column_ + j % part + j / part * (part * Across); }
  template <int Count>
  STENCIL_FUNCTION static void copy(T* to, const T* from) {
    struct alignas(Count * sizeof(T) < 16 ? Count * sizeof(T) : 16) Together {
      T value[Count];
    };
    const Together all = *reinterpret_cast<const Together*>(from);
    for (int i = 0; i < Count; ++i) to[i] = all.value[i];
  }

  int row_;
  int column_;
  T sum_[RowsEach][ColumnsEach];
};

/// Where a team keeps what it multiplies: two pieces of the matrix in turn, then x, all levels of it if that fits
/// (`whole`), else two pieces in turn. Four numbers more than a row has, so that the members of a warp who read four
/// levels of eight rows or columns meet no other in a bank.
template <class Product>
struct DenseArena {
  using T = typename Product::number;
  static constexpr int row_pitch = Product::rows + 4;
  static constexpr int column_pitch = Product::columns + 4;

  static constexpr int pieces(int levels) { return (levels + Product::depth - 1) / Product::depth; }
  static constexpr std::size_t bytes(int levels, bool whole) {
    const int held = (whole ? pieces(levels) : 2) * Product::depth;
    return sizeof(T) * (static_cast<std::size_t>(2 * Product::depth * row_pitch) +
                        static_cast<std::size_t>(held) * static_cast<std::size_t>(column_pitch));
  }
};

/// The cursor of what surrounds a product.
template <class At, class T>
struct ProductCursor : At {
  T product;
};

/// One evaluation of columns [first, first + count) by a team: `rank()`, `barrier()`, `arena()`, `copy(to, from)` of 16
/// bytes that need be there only after `copied()` and a barrier.
template <class Product, class Out, class From, class Arg, class Team>
class DenseBlock {
  using T = typename Product::number;
  using To = typename Out::location;
  using Arena = DenseArena<Product>;

 public:
  STENCIL_FUNCTION DenseBlock(const Out& output, const Arg& arg, const Team& team, const ColumnSet& to,
                              const ColumnSet& from, const DenseView<T>& matrix, std::ptrdiff_t first, int count,
                              bool whole)
      : output_(output),
        arg_(arg),
        team_(team),
        to_(to),
        from_(from),
        matrix_(matrix),
        first_(first),
        count_(count),
        whole_(whole),
        levels_(matrix.columns),
        matrices_(reinterpret_cast<T*>(team.arena())),
        x_(matrices_ + 2 * Product::depth * Arena::row_pitch) {}

  STENCIL_FUNCTION void run() const {
    const int pieces = (levels_ + Product::depth - 1) / Product::depth;
    if (whole_) fill(x_, 0, pieces * Product::depth);
    fetch(0, 0, 0);
    Product product(team_.rank());
    int turn = 0;
    for (int row = 0; row < matrix_.rows; row += Product::rows) {
      for (int piece = 0; piece < pieces; ++piece) {
        team_.copied();
        team_.barrier();  // this piece is there, and the one before has been used
        const bool last = piece + 1 == pieces;
        const int next_row = last ? row + Product::rows : row;
        if (next_row < matrix_.rows) fetch(turn ^ 1, next_row, last ? 0 : piece + 1);
        product.add(matrices_ + turn * Product::depth * Arena::row_pitch, Arena::row_pitch,
                    x_ + (whole_ ? piece : turn) * Product::depth * Arena::column_pitch, Arena::column_pitch);
        turn ^= 1;
      }
      product.each([&](int i, int j, const T& sum) {
        if (row + i < matrix_.rows && j < count_) put(row + i, j, sum);
      });
      product.clear();
    }
  }

 private:
  STENCIL_FUNCTION void put(int row, int column, const T& sum) const {
    using At = BlockCursor<plan::StoreNothing, To, Ends::either, false>;
    const ProductCursor<At, T> at{{to_, first_ + column, row, nullptr, 0}, sum};
    output_.store(at, output_.value(at));
  }

  /// The next piece of the matrix and, where they are not all there, of the levels of x.
  STENCIL_FUNCTION void fetch(int turn, int row, int piece) const {
    constexpr int at_once = 16 / static_cast<int>(sizeof(T));
    constexpr int of_level = Product::rows / at_once;
    T* const to = matrices_ + turn * Product::depth * Arena::row_pitch;
    const T* const from = matrix_.values + static_cast<std::ptrdiff_t>(piece) * Product::depth * matrix_.pitch + row;
    for (int i = team_.rank(); i < Product::depth * of_level; i += Product::members) {
      const int level = i / of_level, place = i % of_level * at_once;
      team_.copy(to + level * Arena::row_pitch + place,
                 from + static_cast<std::ptrdiff_t>(level) * matrix_.pitch + place);
    }
    if (!whole_)
      fill(x_ + turn * Product::depth * Arena::column_pitch, piece * Product::depth, (piece + 1) * Product::depth);
  }

  /// x of levels [begin, end), zero past the last level and column: a matrix entry of zero times what lies there must
  /// be zero. Members who work in step take a patch: one level of neighbouring columns, or eight levels of four.
  STENCIL_FUNCTION void fill(T* to, int begin, int end) const {
    constexpr bool across = plan::reads_across<Arg>;
    constexpr int in_step = Product::members < 32 ? Product::members : 32;
    constexpr int high = across ? 1 : in_step < 8 ? in_step : 8;
    constexpr int wide = in_step / high;
    constexpr int groups = Product::members / in_step;
    constexpr bool patch_of_warp = !across && in_step == 32;
    const int place = team_.rank() % in_step;
    // Half a warp takes four levels of four columns: one bank each in the tile.
    const int level = patch_of_warp ? place % 4 + place / 16 * 4 : place % high;
    const int column = patch_of_warp ? place / 4 % 4 : place / high;
    if constexpr (across) {
      constexpr int strips = Product::columns / wide > 0 ? Product::columns / wide : 1;
      for (int strip = 0; strip < strips; ++strip)
        column_of(to, begin, end, column + strip * wide, begin + team_.rank() / in_step, groups);
    } else {
      for (int c = column + team_.rank() / in_step * wide; c < Product::columns; c += groups * wide)
        column_of(to, begin, end, c, begin + level, high);
    }
  }

  /// Levels `level`, `level` + `step`, ... of a column, several of them before the first is stored.
  STENCIL_FUNCTION void column_of(T* to, int begin, int end, int column, int level, int step) const {
    constexpr int at_once = 4;
    if (column >= Product::columns) return;
    const bool ring = from_.periodic;
    const int below = margin(Side::bottom, ring), above = levels_ - margin(Side::top, ring);
    for (; level < end; level += at_once * step) {
      T value[at_once];
      const int highest = level + (at_once - 1) * step;
      if (column < count_ && level >= below && highest < above) {
        for (int i = 0; i < at_once; ++i) value[i] = at_row<true>(level + i * step, column);
      } else {
        for (int i = 0; i < at_once; ++i) {
          const int row = level + i * step;
          value[i] = column < count_ && row < levels_ ? at_row<false>(row, column) : T(0);
        }
      }
      for (int i = 0; i < at_once; ++i)
        if (level + i * step < end) to[(level + i * step - begin) * Arena::column_pitch + column] = value[i];
    }
  }
  template <bool Interior>
  STENCIL_FUNCTION T at_row(int row, int column) const {
    using At = BlockCursor<plan::StoreNothing, From, Ends::either, Interior>;
    return static_cast<T>(arg_.value(At{from_, first_ + column, row, nullptr, 0}));
  }
  STENCIL_FUNCTION static int margin(Side side, bool ring) {
    using M = plan::Margin<plan::StoreNothing, Arg>;
    constexpr int of_bottom[] = {M::rows(Side::bottom, false), M::rows(Side::bottom, true)};
    constexpr int of_top[] = {M::rows(Side::top, false), M::rows(Side::top, true)};
    return side == Side::bottom ? (ring ? of_bottom[1] : of_bottom[0]) : (ring ? of_top[1] : of_top[0]);
  }

  const Out& output_;
  const Arg& arg_;
  const Team& team_;
  const ColumnSet& to_;
  const ColumnSet& from_;
  const DenseView<T>& matrix_;
  std::ptrdiff_t first_;
  int count_;
  bool whole_;
  int levels_;
  T* matrices_;
  T* x_;
};

}  // namespace stencil
