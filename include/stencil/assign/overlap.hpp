// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <stencil/plan/any_leaf.hpp>
#include <stencil/plan/operands.hpp>

/// Whether fields share memory.
namespace stencil::detail::checks {

using plan::Extent;
using plan::extent;

inline bool intersect(const Extent& a, const Extent& b) { return a.begin < b.end && b.begin < a.end; }

/// The values of one row of a leaf, all numbers in bytes. A row has one value in each column.
struct RowBytes {
  std::ptrdiff_t begin;   ///< of the lowest column, after the first value of some leaf
  std::ptrdiff_t stride;  ///< between columns
  std::ptrdiff_t size;    ///< of a value
};
/// Whether two rows of `columns` columns have a byte in common. Rows with the same stride are told apart value by
/// value; of others the memory from their first to their last value counts.
inline bool rows_meet(const RowBytes& a, const RowBytes& b, std::ptrdiff_t columns) {
  const std::ptrdiff_t most = columns - 1;
  const std::ptrdiff_t between = b.begin - a.begin;
  if (a.stride != b.stride) {
    const auto low = [&](const RowBytes& row) { return row.begin + std::min<std::ptrdiff_t>(row.stride * most, 0); };
    const auto high = [&](const RowBytes& row) {
      return row.begin + std::max<std::ptrdiff_t>(row.stride * most, 0) + row.size;
    };
    return low(a) < high(b) && low(b) < high(a);
  }
  // A value of b is between + n stride bytes after one of a, for each n from -most to most. Those nearest to it below
  // and above decide.
  const auto meet_at = [&](std::ptrdiff_t n) {
    const std::ptrdiff_t apart = between + std::clamp(n, -most, most) * a.stride;
    return -b.size < apart && apart < a.size;
  };
  const std::ptrdiff_t nearest = a.stride == 0 ? 0 : -between / a.stride;
  return meet_at(nearest - 1) || meet_at(nearest) || meet_at(nearest + 1);
}

/// Whether two leaves on grids of as many columns have a byte in common. Components of one field of Vecs have none, nor
/// have two levels of a field.
inline bool share_memory(const plan::AnyLeaf& a, const plan::AnyLeaf& b) {
  if (!intersect(extent(a), extent(b))) return false;
  const auto columns = static_cast<std::ptrdiff_t>(a.grid->columns);
  const auto level = [](const plan::AnyLeaf& leaf) { return leaf.strides.level() * leaf.kind->bytes; };
  const auto row = [&](const plan::AnyLeaf& leaf, std::ptrdiff_t k) {
    const auto from_a = static_cast<std::ptrdiff_t>(reinterpret_cast<std::uintptr_t>(leaf.data) -
                                                    reinterpret_cast<std::uintptr_t>(a.data));
    return RowBytes{from_a + k * level(leaf), leaf.strides.column() * leaf.kind->bytes, leaf.kind->bytes};
  };
  // Where levels are as far apart in both, what two rows have in common depends on the difference of their numbers.
  const bool alike = level(a) == level(b);
  for (std::ptrdiff_t i = 0; i < a.rows(); ++i) {
    for (std::ptrdiff_t k = 0; k < (alike && i > 0 ? 1 : b.rows()); ++k)
      if (rows_meet(row(a, i), row(b, k), columns)) return true;
  }
  return false;
}

/// Whether columns of `rows` rows with the strides of a leaf have no memory in common.
inline bool columns_are_apart(const plan::AnyLeaf& leaf, std::ptrdiff_t rows) {
  const auto size = [](std::ptrdiff_t stride) { return stride < 0 ? -stride : stride; };
  const std::ptrdiff_t level = size(leaf.strides.level()), column = size(leaf.strides.column());
  return column >= rows * level || level >= static_cast<std::ptrdiff_t>(leaf.grid->columns) * column;
}

/// Up to sixteen destinations of an evaluation, in the order of their addresses.
class WrittenTogether {
 public:
  /// Those from number `first` on.
  WrittenTogether(const plan::OperandList& operands, int first) {
    for (const plan::Operand& operand : operands)
      if (operand.written && operand.output >= first && operand.output < first + at_once) insert(operand);
  }

  /// Whether no range of addresses has some of another. Components of one field of Vecs have.
  bool are_apart() const { return apart_; }
  /// f(destination) for each of them whose range of addresses has some of these.
  template <class F>
  void each_at(const Extent& memory, const F& f) const {
    const auto begins_before_the_end = [&](const plan::Operand* one) { return one->memory.begin < memory.end; };
    auto i = std::partition_point(all_, all_ + count_, begins_before_the_end) - all_;
    while (i-- > 0) {
      if (all_[i]->memory.end > memory.begin)
        f(*all_[i]);
      else if (apart_)
        break;  // those before it end before it begins
    }
  }

  static constexpr int at_once = 16;

 private:
  void insert(const plan::Operand& operand) {
    int at = count_++;
    for (; at > 0 && all_[at - 1]->memory.begin > operand.memory.begin; --at) all_[at] = all_[at - 1];
    all_[at] = &operand;
    if (at > 0 && all_[at - 1]->memory.end > operand.memory.begin) apart_ = false;
    if (at + 1 < count_ && all_[at + 1]->memory.begin < operand.memory.end) apart_ = false;
  }

  const plan::Operand* all_[at_once];  // not initialised, which would take as long as the checks
  int count_ = 0;
  bool apart_ = true;
};

}  // namespace stencil::detail::checks
