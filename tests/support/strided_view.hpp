// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

namespace support {

/// The part of std::mdspan with layout_stride that the library asks for; C++20 has no mdspan of its own.
template <class T>
class StridedView {
 public:
  StridedView(T* data, std::array<std::size_t, 2> extents, std::array<std::ptrdiff_t, 2> strides)
      : data_(data), extents_(extents), strides_(strides) {}

  std::size_t extent(std::size_t which) const { return extents_[which]; }
  std::ptrdiff_t stride(std::size_t which) const { return strides_[which]; }
  T* data_handle() const { return data_; }
  T& operator()(std::size_t column, std::size_t level) const {
    return data_[static_cast<std::ptrdiff_t>(column) * strides_[0] + static_cast<std::ptrdiff_t>(level) * strides_[1]];
  }

 private:
  T* data_;
  std::array<std::size_t, 2> extents_;
  std::array<std::ptrdiff_t, 2> strides_;
};

}  // namespace support
