// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <mutex>
#include <typeindex>
#include <utility>
#include <vector>

namespace stencil {

/// Things derived from an immutable object (in other precisions, orders, memories), made when they are first asked for.
class Copies {
 public:
  /// Something derived from this object, made once by `make` and kept as long as the object.
  template <class T, class Make>
  const T& copy(Make make) const {
    const std::lock_guard<std::recursive_mutex> lock(mutex_);
    if (const T* made = made_copy<T>()) return *made;
    auto copy = std::make_shared<T>(make());
    const T& kept = *copy;
    copies_.push_back({std::type_index(typeid(T)), std::move(copy)});
    return kept;
  }

  /// One that has been made, or null.
  template <class T>
  const T* made_copy() const {
    const std::lock_guard<std::recursive_mutex> lock(mutex_);
    for (const Copy& copy : copies_)
      if (copy.type == std::type_index(typeid(T))) return static_cast<const T*>(copy.object.get());
    return nullptr;
  }

 private:
  struct Copy {
    std::type_index type;
    std::shared_ptr<void> object;
  };
  // Recursive: a copy may be made from another copy.
  mutable std::recursive_mutex mutex_;
  mutable std::vector<Copy> copies_;  // few: a map takes longer to compile and to search
};

}  // namespace stencil
