// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace single_column {

/// The columns of an ensemble that this process has, and what it hears of the others: nothing, unless columns are dealt
/// to several. All processes call the functions together.
class Share {
 public:
  /// All columns.
  explicit Share(std::size_t columns) : Share(0, columns) {}
  virtual ~Share() = default;
  Share(const Share&) = delete;
  Share& operator=(const Share&) = delete;

  std::size_t first() const { return first_; }
  std::size_t count() const { return count_; }
  /// The largest of the numbers of all processes.
  virtual double largest(double here) const { return here; }
  /// The values of all processes one after the other, on the first; on others nothing.
  virtual std::vector<double> together(std::vector<double> here) const { return here; }

 protected:
  Share(std::size_t first, std::size_t count) : first_(first), count_(count) {}

 private:
  std::size_t first_;
  std::size_t count_;
};

/// The columns of an ensemble that results are kept of: all of a small one, of a large one every so many-th from column
/// 0 on; and which of these a process has.
struct SampledColumns {
  /// Of so many columns at most so many.
  SampledColumns(std::size_t columns, std::size_t most, const Share& share)
      : step((columns + most - 1) / most),
        total(before(columns)),
        first(before(share.first())),
        count(before(share.first() + share.count()) - first) {}

  std::size_t step;
  std::size_t total;
  std::size_t first;  ///< the number of this process's first among all of them
  std::size_t count;

 private:
  std::size_t before(std::size_t column) const { return (column + step - 1) / step; }
};

}  // namespace single_column
