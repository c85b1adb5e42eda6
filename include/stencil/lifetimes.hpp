// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include <stencil/error.hpp>
#include <stencil/plan/operands.hpp>

/// Which memory fields have given back, so that an expression that outlived one of its fields can be refused. Noted in
/// every build, as one program may be made of several; looked up in debug builds alone.
namespace stencil::lifetimes {

/// Memory that fields have freed and that is not known to be in use again: the latest `remembered` ones. It allocates
/// nothing later on, because an allocation could fail when a field is destroyed.
class Freed {
 public:
  static constexpr std::size_t remembered = 4096;

  static Freed& all() {
    static auto* const freed = new Freed;  // never destroyed: fields may be static
    return *freed;
  }

  /// A field freed this memory.
  void add(const void* memory, std::size_t bytes, const char* name) noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    forget(begin, begin + bytes);
    freed_[next_] = {begin, begin + bytes, name};
    next_ = (next_ + 1) % remembered;
    known_ = known_ < remembered ? known_ + 1 : remembered;
  }
  /// This memory is in use.
  void remove(std::uintptr_t begin, std::uintptr_t end) noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    forget(begin, end);
  }
  void remove(const void* memory, std::size_t bytes) noexcept {
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    remove(begin, begin + bytes);
  }
  /// The name of the field that had the memory, empty for one without a name; nothing where no field has freed it.
  std::optional<std::string> owner(const void* memory) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return find(memory);
  }
  /// The same of the first operand whose memory a field has freed.
  std::optional<std::string> owner(const plan::OperandList& operands) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (known_ == 0) return {};
    for (const plan::Operand& operand : operands) {
      if (auto name = find(operand.leaf.data)) return name;
    }
    return {};
  }

 private:
  struct FreedMemory {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    const char* name = nullptr;  ///< one that lasts
  };

  std::optional<std::string> find(const void* memory) const {
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    for (std::size_t i = 0; i < known_; ++i) {
      const FreedMemory& freed = freed_[i];
      if (freed.begin <= address && address < freed.end)
        return freed.name == nullptr ? std::string() : std::string(freed.name);
    }
    return {};
  }
  void forget(std::uintptr_t begin, std::uintptr_t end) noexcept {
    for (std::size_t i = 0; i < known_; ++i) {
      if (freed_[i].begin < end && begin < freed_[i].end) freed_[i] = {};
    }
  }

  std::mutex mutex_;
  std::array<FreedMemory, remembered> freed_;
  std::size_t next_ = 0;
  std::size_t known_ = 0;
};

template <class N>
concept ReadsTable = requires(const N& node) { node.function.function.memory(); };
/// Whether there is a table in an expression.
template <class N>
struct HasTable {
  static constexpr bool value = ReadsTable<N> || any_child<HasTable, N>;
};

/// LifetimeError where a table in the node has given back its memory.
template <class N>
void require_tables([[maybe_unused]] const N& node) {
  if constexpr (HasTable<N>::value) {
    if constexpr (ReadsTable<N>) {
      if (Freed::all().owner(node.function.function.memory()))
        throw LifetimeError("a table does not exist any more, but an expression still refers to it; keep the table");
    }
    each_child(node, [](const auto& child, auto) { require_tables(child); });
  }
}

/// LifetimeError where an operand is memory that a field has given back.
inline void require_alive(const plan::OperandList& operands) {
  const auto name = Freed::all().owner(operands);
  if (!name) return;
  messages::raise<LifetimeError>({name->empty() ? "a field without a name" : "the field \"", *name,
                                  name->empty() ? "" : "\"",
                                  " does not exist any more, but an expression or a destination still refers to its "
                                  "memory; keep the field as long "
                                  "as what is made of it"});
}
/// LifetimeError where something that is read or written does not exist any more.
template <class... N>
void require_alive(const N&... nodes) {
  (require_tables(nodes), ...);
  plan::OperandList operands;
  (plan::add_operands<plan::StoreNothing>(operands, nodes), ...);
  require_alive(operands);
}

}  // namespace stencil::lifetimes
