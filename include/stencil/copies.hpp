// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mutex>
#include <typeinfo>

namespace stencil {

/// Things derived from an immutable object (in other precisions, orders, memories), made when they are first asked for.
class DerivedCopies {
 public:
  DerivedCopies() = default;
  DerivedCopies(const DerivedCopies&) = delete;
  DerivedCopies& operator=(const DerivedCopies&) = delete;
  ~DerivedCopies() {
    while (latest_ != nullptr) {
      const Copy* const before = latest_->before;
      delete latest_;
      latest_ = before;
    }
  }

  /// Something derived from this object, made once by `make` and kept as long as the object.
  template <class T, class Make>
  const T& copy(Make make) const {
    const std::lock_guard<std::recursive_mutex> lock(mutex_);
    if (const T* made = made_copy<T>()) return *made;
    auto* const kept = new CopyOf<T>(make());
    kept->before = latest_;  // which `make` may have changed
    latest_ = kept;
    return kept->object;
  }

  /// One that has been made, or null.
  template <class T>
  const T* made_copy() const {
    const std::lock_guard<std::recursive_mutex> lock(mutex_);
    for (const Copy* copy = latest_; copy != nullptr; copy = copy->before)
      if (*copy->type == typeid(T)) return &static_cast<const CopyOf<T>*>(copy)->object;
    return nullptr;
  }

 private:
  // A list: they are few, and containers of pointers with owners take longer to compile.
  struct Copy {
    explicit Copy(const std::type_info& of) : type(&of) {}
    Copy(const Copy&) = delete;
    Copy& operator=(const Copy&) = delete;
    virtual ~Copy() = default;
    const std::type_info* type;
    const Copy* before = nullptr;
  };
  template <class T>
  struct CopyOf : Copy {
    explicit CopyOf(T&& made) : Copy(typeid(T)), object(static_cast<T&&>(made)) {}
    T object;
  };
  // Recursive: a copy may be made from another copy.
  mutable std::recursive_mutex mutex_;
  mutable const Copy* latest_ = nullptr;
};

}  // namespace stencil
