// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <typeindex>

namespace stencil {

/// Things derived from an immutable object (in other precisions, orders, memories), made when they are first asked for.
class Copies {
 public:
  /// Something derived from this object, made once by `make` and kept as long as the object.
  template <class T, class Make>
  const T& copy(Make make) const {
    const std::lock_guard<std::recursive_mutex> lock(mutex_);
    auto& slot = copies_[std::type_index(typeid(T))];
    if (!slot) slot = std::make_shared<T>(make());
    return *static_cast<const T*>(slot.get());
  }

  /// One that has been made, or null.
  template <class T>
  const T* made_copy() const {
    const std::lock_guard<std::recursive_mutex> lock(mutex_);
    const auto slot = copies_.find(std::type_index(typeid(T)));
    return slot == copies_.end() ? nullptr : static_cast<const T*>(slot->second.get());
  }

 private:
  // Recursive: a copy may be made from another copy.
  mutable std::recursive_mutex mutex_;
  mutable std::map<std::type_index, std::shared_ptr<void>> copies_;
};

}  // namespace stencil
