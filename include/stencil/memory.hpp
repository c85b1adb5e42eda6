// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>

namespace stencil {

/// Returns memory the way its backend allocated it.
struct Release {
  void (*release)(void* memory, std::size_t bytes, void* owner) = nullptr;
  std::size_t bytes = 0;
  void* owner = nullptr;
  void operator()(void* memory) const { release(memory, bytes, owner); }
};

/// Memory for values.
template <class T>
using Buffer = std::unique_ptr<T[], Release>;

}  // namespace stencil
