// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

#include <stencil/cpu/wide.hpp>
#include <stencil/error.hpp>

/// Rows of neighbouring columns as a thread holds them while it marches along the levels.
namespace stencil::cpu {

/// Blocks for values of each size, reused last in, first out, so that the same few stay in the caches.
/// A template, so that only programs with strips compile it.
template <class = void>
class StripBlocks {
 public:
  StripBlocks() = default;
  StripBlocks(const StripBlocks&) = delete;
  StripBlocks& operator=(const StripBlocks&) = delete;
  ~StripBlocks() { clear(); }

  /// From here on a block has room for at least `values` values.
  void resize(std::size_t values) {
    if (values <= values_) return;
    clear();
    values_ = values;
  }
  /// The values that blocks have room for. While that stays the same, so do the blocks.
  std::size_t room() const { return values_; }
  /// Memory for values of `size` bytes each, aligned to cache lines, with one owner.
  [[gnu::noinline]] char* take(std::size_t size) {
    char*& free = free_[static_cast<std::size_t>(std::bit_width(size - 1))];
    if (free == nullptr) return allocate(size, free);
    char* const block = free;
    free = of(block).next;
    of(block).owners = 1;
    return block;
  }
  static void share(char* block) { ++of(block).owners; }
  static bool is_shared(char* block) { return of(block).owners > 1; }
  static void give(char* block) noexcept {
    Header& header = of(block);
    if (--header.owners == 0) header.next = std::exchange(*header.free, block);
  }

 private:
  static constexpr std::size_t line = 64;
  struct alignas(line) Header {
    int owners;
    char** free;  ///< the first of the free blocks of its size
    char* next;   ///< the free block after it
  };

  static Header& of(char* block) { return *reinterpret_cast<Header*>(block - sizeof(Header)); }
  char* allocate(std::size_t size, char*& free) {
    const std::size_t bytes = (values_ * std::bit_ceil(size) + line - 1) / line * line;
    void* const memory = std::aligned_alloc(line, sizeof(Header) + bytes);
    if (memory == nullptr) throw Error("out of memory: rows of a column function could not be allocated");
    new (memory) Header{1, &free, nullptr};
    return static_cast<char*>(memory) + sizeof(Header);
  }
  void clear() {
    for (char*& first : free_) {
      while (first != nullptr) std::free(&of(std::exchange(first, of(first).next)));
    }
  }

  std::size_t values_ = 0;
  std::array<char*, std::numeric_limits<std::size_t>::digits + 1> free_{};  ///< by the size's next power of two
};
using StripPool = StripBlocks<>;

/// How a value is kept: a truth as a word of ones or zeros, so that it loads as a vector.
template <class T>
using stored = std::conditional_t<std::is_same_v<T, bool>, std::int32_t, T>;
template <class T>
stored<T> to_stored(const T& x) {
  if constexpr (std::is_same_v<T, bool>) {
    return x ? -1 : 0;
  } else {
    return x;
  }
}
template <class V, class T>
void put_kept(T& to, const stored<V>& from) {
  if constexpr (std::is_same_v<V, bool>) {
    to = static_cast<T>(from != 0);
  } else {
    to = static_cast<T>(from);
  }
}

/// f of every vector that a value in vectors has as its parts.
template <class X, class F>
void each_part(X& x, const F& f) {
  using Value = std::remove_const_t<X>;
  if constexpr (ManyNumbers<Value>::in_vectors) {
    each_number(f, x);
  } else if constexpr (requires { x.numbers; }) {
    each_number(f, x.numbers);
  } else if constexpr (is_band_row<Value>) {
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (each_part(x.entry[I], f), ...);
    }(std::make_integer_sequence<int, Value::size>{});
  } else if constexpr (is_dual<Value>) {
    each_part(x.value, f);
    each_part(x.slope, f);
  } else if constexpr (requires { x.errors; }) {  // a compensated sum
    each_part(x.sum, f);
    each_part(x.errors, f);
  } else {
    f(x);
  }
}

/// Whether W neighbouring values of T, which have parts, are kept part by part, as the vectors in which they travel: a
/// row of a matrix that was kept number by number would be collected from W places and dealt out again.
template <class T, int W>
inline constexpr bool is_split = false;
template <class T, int W>
  requires(ManyNumbers<T>::in_vectors || (is_composite<T> && !std::is_same_v<wide_of<T, W>, WideArray<T, W>>))
inline constexpr bool is_split<T, W> =
    std::is_trivially_destructible_v<wide_of<T, W>> && sizeof(wide_of<T, W>) <= W * sizeof(T);

/// The values of a row in columns c to c + W - 1, where c is a multiple of W. Copied part by part, or compilers would
/// take them through the stack.
template <class T, int W>
wide_of<T, W> split_at(const T* row, int c) {
  wide_of<T, W> values;
  const auto* from = reinterpret_cast<const char*>(row + c);
  each_part(values, [&](auto& part) {
    std::memcpy(static_cast<void*>(&part), from, sizeof(part));
    from += sizeof(part);
  });
  return values;
}
template <class T, int W>
void put_split(T* row, int c, const wide_of<T, W>& values) {
  auto* to = reinterpret_cast<char*>(row + c);
  each_part(values, [&](const auto& part) {
    std::memcpy(to, static_cast<const void*>(&part), sizeof(part));
    to += sizeof(part);
  });
}
/// f of every part of x, a value of a row that is kept part by part, and of where column c has it.
template <class T, int W, class Row, class F>
void each_kept_part(T& x, Row* row, int c, const F& f) {
  using Byte = std::conditional_t<std::is_const_v<Row>, const char, char>;
  auto* vector = reinterpret_cast<Byte*>(row + c / W * W);
  each_part(x, [&]<class Part>(Part& part) {
    static_assert(sizeof(wide_of<std::remove_const_t<Part>, W>) == W * sizeof(Part));
    f(part, vector + static_cast<std::size_t>(c % W) * sizeof(Part));
    vector += W * sizeof(Part);
  });
}
/// The value of a row in one column, whichever way W of them are kept.
template <class T, int W>
stored<T> kept_in_column(const stored<T>* row, int c) {
  if constexpr (is_split<T, W>) {
    T value;
    each_kept_part<T, W>(value, row, c, [](auto& part, const char* from) { std::memcpy(&part, from, sizeof(part)); });
    return value;
  } else {
    return row[c];
  }
}
template <class T, int W>
void keep_in_column(stored<T>* row, int c, const stored<T>& value) {
  if constexpr (is_split<T, W>) {
    each_kept_part<const T, W>(value, row, c, [](const auto& part, char* to) { std::memcpy(to, &part, sizeof(part)); });
  } else {
    row[c] = value;
  }
}

/// The first row of a strip without rows, whose values are not used. It is lower than that of any other strip, so that
/// results computed from such a strip have no rows either.
inline constexpr int absent = -(1 << 29);

/// The rows that a strip has: those of its step, those and all below, or all of the column.
enum class Extent { step, from_bottom, whole };

/// The rows of a column value from `first` on, for some columns; from one row to the next are `stride` values. The
/// memory belongs to the pool or, without a pool, to a field or to what a thread keeps between steps; copies share it.
/// A value per column has one row: it has been computed from the step on in which `first` is 0.
template <class T>
class Strip {
 public:
  using value = stored<T>;

  // constexpr, because formulas are probed at compile time with strips as the values of their conditions.
  constexpr Strip() = default;
  Strip(StripPool& pool, std::ptrdiff_t stride, int first)
      : data_(reinterpret_cast<value*>(pool.take(sizeof(value)))),
        pool_(&pool),
        stride_(stride),
        lowest_(first),
        first_(first) {}
  /// Rows that lie elsewhere, from row 0 on; those of fields are only read.
  Strip(const value* rows, std::ptrdiff_t stride, int first, Extent extent)
      : data_(const_cast<value*>(rows) + first * stride),
        stride_(stride),
        lowest_(first),
        first_(first),
        extent_(extent) {}
  /// Single levels of a field, which are read from its memory: from one column to the next are `apart` values.
  static Strip at_levels(const value* lowest, std::ptrdiff_t stride, std::ptrdiff_t apart, int first) {
    Strip strip(lowest, stride, 0, Extent::whole);
    strip.first_ = first;
    strip.apart_ = apart;
    return strip;
  }
  /// A strip without rows in this step.
  explicit Strip(int first) : lowest_(first), first_(first) {}
  /// The same strip, which has all rows of the column; those of this step begin at `first`.
  Strip beginning_at(int first) const {
    Strip same(*this);
    same.first_ = first;
    return same;
  }

  // Functions for the device as well, though it never calls them: nvcc 13.0 warns of implicit calls without a place, so
  // that no pragma suppresses it.
  STENCIL_FUNCTION constexpr Strip(const Strip& other)
      : data_(other.data_),
        pool_(other.pool_),
        stride_(other.stride_),
        lowest_(other.lowest_),
        first_(other.first_),
        apart_(other.apart_),
        extent_(other.extent_) {
    if (pool_ != nullptr) StripPool::share(memory());
  }
  STENCIL_FUNCTION constexpr Strip(Strip&& other) noexcept
      : data_(other.data_),
        pool_(std::exchange(other.pool_, nullptr)),
        stride_(other.stride_),
        lowest_(other.lowest_),
        first_(other.first_),
        apart_(other.apart_),
        extent_(other.extent_) {}
  STENCIL_FUNCTION constexpr Strip& operator=(Strip other) noexcept {
    std::swap(data_, other.data_);
    std::swap(pool_, other.pool_);
    std::swap(stride_, other.stride_);
    std::swap(lowest_, other.lowest_);
    std::swap(first_, other.first_);
    std::swap(apart_, other.apart_);
    std::swap(extent_, other.extent_);
    return *this;
  }
  STENCIL_FUNCTION constexpr ~Strip() {
    if (pool_ != nullptr) StripPool::give(memory());
  }

  /// Whether this strip alone has these rows.
  bool is_sole_owner() const { return pool_ != nullptr && !StripPool::is_shared(memory()); }
  int first() const { return first_; }
  std::ptrdiff_t stride() const { return stride_; }
  Extent extent() const { return extent_; }
  /// As at_levels() was told; 0 where neighbouring columns lie side by side, those of the batch alone.
  std::ptrdiff_t apart() const { return apart_; }
  const value* row(int k) const { return data_ + (k - lowest_) * stride_; }
  value* row(int k) { return data_ + (k - lowest_) * stride_; }

 private:
  char* memory() const { return reinterpret_cast<char*>(data_); }

  value* data_ = nullptr;
  StripPool* pool_ = nullptr;
  std::ptrdiff_t stride_ = 0;
  int lowest_ = 0;  ///< the row at data_
  int first_ = 0;
  std::ptrdiff_t apart_ = 0;
  Extent extent_ = Extent::step;
};

}  // namespace stencil::cpu
