// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <string>

#include <stencil/error.hpp>

namespace stencil {

/// Returns memory the way its backend allocated it.
struct ReleaseMemory {
  void (*release)(void* memory, std::size_t bytes, void* owner) = nullptr;
  std::size_t bytes = 0;
  void* owner = nullptr;
  void operator()(void* memory) const { release(memory, bytes, owner); }
};

/// Bytes that `count` values take. Error where there are not as many addresses.
template <class T>
std::size_t bytes_of(std::size_t count) {
  constexpr std::size_t most = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) - 4096;
  if (count <= most / sizeof(T)) return count * sizeof(T);
  detail::messages::raise<Error>(
      {"out of memory: ", count, " values of ", sizeof(T), " bytes each are more than there are addresses for"});
}

/// Memory for values.
template <class T>
using ValueBuffer = std::unique_ptr<T[], ReleaseMemory>;

}  // namespace stencil
