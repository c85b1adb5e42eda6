// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace stencil::cuda {

/// The values of some columns, numbered in the order of memory: row and column of value i. They are found by a product
/// in place of a division, which takes a device ten times as long. That is exact if there is one column, or if the
/// number of values times the length of a line, the values that are contiguous, is at most 2^32.
class Places {
 public:
  struct RowAndColumn {
    int row;
    int column;
  };
  __device__ Places(bool across, int rows, int columns)
      : across_(across),
        length_(across ? columns : rows),
        inverse_(columns > 1 && length_ > 1 ? ~0U / static_cast<unsigned>(length_) + 1 : 0),
        times_(length_ == 1 ? 1 : 0) {}
  __device__ RowAndColumn operator()(int i) const {
    const int line = static_cast<int>(__umulhi(static_cast<unsigned>(i), inverse_)) + i * times_;
    const int place = i - line * length_;
    return across_ ? RowAndColumn{line, place} : RowAndColumn{place, line};
  }

 private:
  bool across_;
  int length_;
  unsigned inverse_;
  int times_;  ///< lines of one value are counted as they are: 2^32 is no inverse
};

}  // namespace stencil::cuda
