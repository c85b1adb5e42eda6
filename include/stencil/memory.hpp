// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

namespace stencil {

/// Returns memory the way its backend allocated it.
struct Release {
  void (*release)(void*) = nullptr;
  void operator()(void* memory) const { release(memory); }
};

/// Memory for values.
template <class T>
using Buffer = std::unique_ptr<T[], Release>;

}  // namespace stencil
