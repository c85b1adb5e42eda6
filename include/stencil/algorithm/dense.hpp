// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/block_rows.hpp>
#include <stencil/algorithm/wide_words.hpp>
#include <stencil/expression/values.hpp>
#include <stencil/nodes/dense_product.hpp>
#include <stencil/plan/across.hpp>
#include <stencil/plan/margin.hpp>

/// A matrix times some columns, by a team whose number of members follows from the tile.
namespace stencil {

/// Sums of a tile of the result, `RowsEach` x `ColumnsEach` of them with each of `Down` x `Across` members.
/// A team evaluates `PiecesAtOnce` times `Depth` levels of x before it waits for what they load.
template <class T, int RowsEach, int ColumnsEach, int Down, int Across, int Depth, int PiecesAtOnce = 1>
class ProductInRegisters {
 public:
  using number = T;
  static constexpr int pieces_at_once = PiecesAtOnce;
  static constexpr int members = Down * Across;
  static constexpr int rows = RowsEach * Down;
  static constexpr int columns = ColumnsEach * Across;
  static constexpr int depth = Depth;
  static constexpr int held = RowsEach * ColumnsEach;  ///< sums of a member

  STENCIL_FUNCTION explicit ProductInRegisters(int rank) {
    // Members that work in step take a patch of eight by four, so that they read few different places.
    constexpr int in_step = members < 32 ? members : 32;
    constexpr int down = Down < 8 ? Down : 8;
    constexpr int across = in_step / down;
    const int group = rank / in_step, place = rank % in_step;
    row_ = (place % down + down * (group % (Down / down))) * part;
    column_ = (place / down + across * (group / (Down / down))) * part;
    clear();
  }
  STENCIL_FUNCTION void clear() {
    for (T& sum : sum_) sum = 0;
  }
  /// Adds m x for `depth` levels of x: m[level * row_pitch + row], x[level * column_pitch + column].
  STENCIL_FUNCTION void add(const T* m, int row_pitch, const T* x, int column_pitch) {
    for (int k = 0; k < Depth; ++k) {
      T a[RowsEach], b[ColumnsEach];
      for (int i = 0; i < RowsEach; i += part) copy(a + i, m + k * row_pitch + row(i));
      for (int j = 0; j < ColumnsEach; j += part) copy(b + j, x + k * column_pitch + column(j * RowsEach));
      for (int n = 0; n < held; ++n) sum_[n] += a[n % RowsEach] * b[n / RowsEach];
    }
  }
  /// Where sum number n belongs, and the sum.
  STENCIL_FUNCTION int row(int n) const { return row_ + n % RowsEach % part + n % RowsEach / part * (part * Down); }
  STENCIL_FUNCTION int column(int n) const {
    return column_ + n / RowsEach % part + n / RowsEach / part * (part * Across);
  }
  STENCIL_FUNCTION const T& sum(int n) const { return sum_[n]; }

 private:
  static constexpr int part = 4;  // neighbouring rows and columns of a member
  static_assert(RowsEach % part == 0 && ColumnsEach % part == 0);
  STENCIL_FUNCTION static void copy(T* to, const T* from) {
    struct alignas(16) TogetherValues {
      T value[part];
    };
    const TogetherValues all = *reinterpret_cast<const TogetherValues*>(from);
    for (int i = 0; i < part; ++i) to[i] = all.value[i];
  }

  int row_;
  int column_;
  T sum_[held];
};

/// Where a team keeps what it multiplies: two pieces of the matrix in turn, then x, all levels of it if that fits
/// (`whole`), else two pieces in turn. Four numbers more than a row has, so that the members of a warp, who read four
/// levels of eight rows or columns, each use a bank of their own.
template <class Product>
struct DenseArena {
  using T = typename Product::number;
  static constexpr int row_pitch = Product::rows + 4;
  static constexpr int column_pitch = Product::columns + 4;

  STENCIL_FUNCTION static constexpr int pieces(int levels) { return (levels + Product::depth - 1) / Product::depth; }
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
  static_assert(PaddedTranspose<T>::step % Product::rows == 0 && PaddedTranspose<T>::step % Product::depth == 0,
                "stencil: a piece of the matrix would end behind its padding");

 public:
  STENCIL_FUNCTION DenseBlock(const Out& output, const Arg& arg, const Team& team, const EvaluatedColumns& to,
                              const EvaluatedColumns& from, const DenseView<T>& matrix, std::ptrdiff_t first, int count,
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
    const int pieces = Arena::pieces(levels_);
    if (whole_) {
      constexpr int at_once = Product::pieces_at_once;
      int piece = 0;
      for (; piece + at_once <= pieces; piece += at_once) fill<at_once>(x_of(piece), piece);
      if constexpr (at_once > 1) {
        for (; piece < pieces; ++piece) fill<1>(x_of(piece), piece);
      }
    }
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
        product.add(matrices_ + turn * Product::depth * Arena::row_pitch, Arena::row_pitch, x_of(whole_ ? piece : turn),
                    Arena::column_pitch);
        turn ^= 1;
      }
      constexpr int at_once = Product::held < 8 ? Product::held : 8;
      unrolled<Product::held / at_once>([&](int part) { put<at_once>(product, row, part * at_once); });
      product.clear();
    }
  }

 private:
  using Value = typename Out::value_type;
  using AtResult = ProductCursor<BlockCursor<plan::StoreNothing, To, ColumnEnds::either, false>, T>;

  STENCIL_FUNCTION T* x_of(int piece) const { return x_ + piece * Product::depth * Arena::column_pitch; }

  /// Evaluates what surrounds some sums, all of them before the first is stored: the loads need not wait for each
  /// other. Rows past the end are not read: a row read in their place may be another member's, which writes it.
  template <int Count>
  STENCIL_FUNCTION void put(const Product& product, int row, int first) const {
    if (row + Product::rows <= matrix_.rows && count_ == Product::columns) {
      put_where<Count>(product, row, first, [](int) { return true; });
    } else {
      put_where<Count>(product, row, first, [&](int n) {
        return row + product.row(first + n) < matrix_.rows && product.column(first + n) < count_;
      });
    }
  }
  template <int Count, class IsThere>
  STENCIL_FUNCTION void put_where(const Product& product, int row, int first, const IsThere& is_there) const {
    Value value[Count]{};
    const auto at = [&](int n) {
      return AtResult{{to_, first_ + product.column(first + n), row + product.row(first + n), nullptr, 0},
                      product.sum(first + n)};
    };
    unrolled<Count>([&](int n) {
      if (is_there(n)) value[n] = output_.value(at(n));
    });
    unrolled<Count>([&](int n) {
      if (is_there(n)) output_.store(at(n), value[n]);
    });
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
    if (!whole_) fill<1>(x_of(turn), piece);
  }

  /// Loads some pieces of x, with zeros past the last level and column, since a zero of the matrix times a NaN found
  /// there would be NaN. Members who work in step take a patch: one level of neighbouring columns, or eight levels of
  /// four.
  template <int Pieces>
  STENCIL_FUNCTION void fill(T* to, int piece) const {
    constexpr int depth = Pieces * Product::depth;
    const int begin = piece * Product::depth;
    const bool ring = from_.periodic;
    if (begin >= margin(Side::bottom, ring) && begin + depth <= levels_ - margin(Side::top, ring) &&
        count_ == Product::columns) {
      fill_patches<depth, true>(to, begin);
    } else {
      fill_patches<depth, false>(to, begin);
    }
  }
  template <int Depth, bool Interior>
  STENCIL_FUNCTION void fill_patches(T* to, int begin) const {
    constexpr bool across = plan::reads_across<Arg>;
    constexpr int in_step = stencil::min(Product::members, 32);
    constexpr int high = across ? 1 : stencil::min(stencil::min(in_step, 8), Depth);
    constexpr int wide = stencil::min(in_step / high, Product::columns);
    static_assert(high * wide == in_step, "stencil: a patch has a place for each member who works in step");
    constexpr int groups = Product::members / in_step;
    constexpr int of_group = Depth * Product::columns / Product::members;
    const int place = team_.rank() % in_step;
    // Half a warp takes four levels of four columns: one bank each in the tile.
    constexpr bool squares = high == 8 && wide == 4;
    const int level_in = squares ? place % 4 + place / 16 * 4 : place % high;
    const int column_in = squares ? place / 4 % 4 : place / high;
    using At = BlockCursor<plan::StoreNothing, From, ColumnEnds::either, Interior>;
    T value[of_group];
    const auto level = [&](int n) { return (team_.rank() / in_step + n * groups) % (Depth / high) * high + level_in; };
    const auto column = [&](int n) {
      return (team_.rank() / in_step + n * groups) / (Depth / high) * wide + column_in;
    };
    unrolled<of_group>([&](int n) {
      const int row = begin + level(n);
      if constexpr (Interior) {
        value[n] = static_cast<T>(arg_.value(At{from_, first_ + column(n), row, nullptr, 0}));
      } else {
        const At at{from_, first_ + min(column(n), count_ - 1), min(row, levels_ - 1), nullptr, 0};
        const T there = static_cast<T>(arg_.value(at));
        value[n] = row < levels_ && column(n) < count_ ? there : T(0);
      }
    });
    unrolled<of_group>([&](int n) { to[level(n) * Arena::column_pitch + column(n)] = value[n]; });
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
  const EvaluatedColumns& to_;
  const EvaluatedColumns& from_;
  const DenseView<T>& matrix_;
  std::ptrdiff_t first_;
  int count_;
  bool whole_;
  int levels_;
  T* matrices_;
  T* x_;
};

}  // namespace stencil
