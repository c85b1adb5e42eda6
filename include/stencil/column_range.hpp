// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>

namespace stencil {

/// The levels of one column of a field, bottom to top, as a range: `for (double& x : field.column(0))`. It refers to
/// the field's memory, with whatever stride that has.
template <class T>
class FieldColumnRange {
 public:
  /// Walks up the column.
  class Iterator {
   public:
    using value_type = std::remove_const_t<T>;
    using difference_type = std::ptrdiff_t;
    using reference = T&;
    using pointer = T*;
    using iterator_category = std::random_access_iterator_tag;

    Iterator() = default;
    Iterator(T* first, std::ptrdiff_t stride, std::ptrdiff_t level) : first_(first), stride_(stride), level_(level) {}
    T& operator*() const { return first_[level_ * stride_]; }
    T* operator->() const { return &**this; }
    T& operator[](std::ptrdiff_t n) const { return *(*this + n); }
    Iterator& operator+=(std::ptrdiff_t n) { return level_ += n, *this; }
    Iterator& operator-=(std::ptrdiff_t n) { return level_ -= n, *this; }
    Iterator& operator++() { return *this += 1; }
    Iterator& operator--() { return *this -= 1; }
    Iterator operator++(int) { return ++*this - 1; }
    Iterator operator--(int) { return --*this + 1; }
    friend Iterator operator+(Iterator i, std::ptrdiff_t n) { return i += n; }
    friend Iterator operator+(std::ptrdiff_t n, Iterator i) { return i += n; }
    friend Iterator operator-(Iterator i, std::ptrdiff_t n) { return i -= n; }
    friend std::ptrdiff_t operator-(const Iterator& a, const Iterator& b) { return a.level_ - b.level_; }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.level_ == b.level_; }
    friend auto operator<=>(const Iterator& a, const Iterator& b) { return a.level_ <=> b.level_; }

   private:
    // Not a pointer that is moved: past the last level there may be no memory for it to point to.
    T* first_ = nullptr;
    std::ptrdiff_t stride_ = 1;
    std::ptrdiff_t level_ = 0;
  };

  FieldColumnRange(T* first, std::ptrdiff_t stride, int levels) : first_(first), stride_(stride), levels_(levels) {}
  Iterator begin() const { return {first_, stride_, 0}; }
  Iterator end() const { return {first_, stride_, levels_}; }
  std::size_t size() const { return static_cast<std::size_t>(levels_); }
  /// One level, 0 being the lowest.
  T& operator[](std::size_t level) const { return first_[static_cast<std::ptrdiff_t>(level) * stride_]; }
  T& front() const { return *begin(); }
  T& back() const { return *(end() - 1); }

 private:
  T* first_;
  std::ptrdiff_t stride_;
  std::ptrdiff_t levels_;
};

}  // namespace stencil
