// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include <stencil/error.hpp>
#include <stencil/plan/walk.hpp>

/// Which memory fields have given back, so that an expression that outlived one of its fields can be refused. Noted in
/// every build, as one program may be made of several; looked up in debug builds alone.
namespace stencil::lifetimes {

/// Memory that fields gave back and that nobody is known to have taken since: the latest `remembered` pieces.
class Freed {
 public:
  static constexpr std::size_t remembered = 4096;

  static Freed& all() {
    static auto* const freed = new Freed;  // never destroyed: fields may be static
    return *freed;
  }

  /// A field gave this memory back.
  void add(const void* memory, std::size_t bytes, const char* name) noexcept {
    try {
      const std::lock_guard<std::mutex> lock(mutex_);
      const auto begin = reinterpret_cast<std::uintptr_t>(memory);
      forget(begin, begin + bytes);
      pieces_[begin] = {begin + bytes, name};
      order_.push_back(begin);
      for (; order_.size() > remembered; order_.pop_front()) pieces_.erase(order_.front());
    } catch (...) {  // without memory to remember it, it is forgotten
    }
  }
  /// Somebody has this memory now.
  void remove(const void* memory, std::size_t bytes) noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    forget(begin, begin + bytes);
  }
  /// The name of the field that had the memory, empty for one without a name; nothing where no field has freed it.
  std::optional<std::string> owner(const void* memory) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    const auto after = pieces_.upper_bound(address);
    if (after == pieces_.begin()) return {};
    const Piece& piece = std::prev(after)->second;
    if (address >= piece.end) return {};
    return piece.name == nullptr ? std::string() : std::string(piece.name);
  }

 private:
  struct Piece {
    std::uintptr_t end;
    const char* name;  ///< one that lasts
  };

  void forget(std::uintptr_t begin, std::uintptr_t end) {
    auto at = pieces_.upper_bound(begin);
    if (at != pieces_.begin() && std::prev(at)->second.end > begin) --at;
    while (at != pieces_.end() && at->first < end) at = pieces_.erase(at);
  }

  std::mutex mutex_;
  std::map<std::uintptr_t, Piece> pieces_;  ///< by where they begin; none overlap
  std::deque<std::uintptr_t> order_;        ///< oldest first, some forgotten meanwhile
};

/// LifetimeError where the node or a field in it is memory that a field has given back.
template <class N>
void require_alive(const N& node) {
  plan::each_leaf<plan::StoreNothing>(node, [](const auto& leaf, plan::ReadAs) {
    const auto name = Freed::all().owner(leaf.data);
    if (!name) return;
    throw LifetimeError((name->empty() ? "a field without a name" : "the field \"" + *name + "\"") +
                        " does not exist any more, but an expression or a destination still refers to its memory; keep "
                        "the field as long as what is made of it");
  });
}

}  // namespace stencil::lifetimes
