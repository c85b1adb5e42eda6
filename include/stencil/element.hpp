// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

namespace stencil {

/// An element of a two-dimensional view that is asked as view(i, j) or view[array{i, j}], such as std::mdspan.
template <class View>
double element_of(const View& view, std::size_t i, std::size_t j) {
  if constexpr (requires { view(i, j); }) {
    return static_cast<double>(view(i, j));
  } else {
    return static_cast<double>(view[std::array<std::size_t, 2>{i, j}]);
  }
}

}  // namespace stencil
