// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>

#include <stencil/error.hpp>
#include <stencil/plan/operands.hpp>

/// Which memory fields have given back, so that an expression that outlived one of its fields can be refused. Noted in
/// every build, as one program may be made of several; looked up in debug builds alone.
namespace stencil::detail::lifetimes {

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
  STENCIL_SELDOM void add(const void* memory, std::size_t bytes, const char* name) noexcept {
    if (bytes == 0) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    forget(begin, begin + bytes);
    if (known_ == remembered) erase(oldest(), oldest() + 1);
    FreedMemory* const place = after(begin);
    move(place, known_end(), place + 1);
    *place = {begin, begin + bytes, name, ++count_};
    ++known_;
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
  /// The name of the field that had the memory, which lasts, "" for one without a name; null where no field has freed
  /// it.
  const char* owner(const void* memory) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return find(memory);
  }
  /// The same of the first operand whose memory a field has freed.
  const char* owner(const plan::OperandList& operands) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (known_ == 0) return nullptr;
    for (const plan::Operand& operand : operands) {
      if (const char* const name = find(operand.leaf.data)) return name;
    }
    return nullptr;
  }

 private:
  struct FreedMemory {
    std::uintptr_t begin;
    std::uintptr_t end;
    const char* name;      ///< one that lasts
    std::uint64_t number;  ///< of all that were freed
  };
  using Place = FreedMemory*;

  // Loops in place of the standard library's algorithms, whose templates every program would compile.

  Place known_begin() { return freed_; }
  Place known_end() { return known_begin() + known_; }
  /// The first one that begins after an address.
  Place after(std::uintptr_t address) {
    Place first = known_begin();
    for (std::size_t count = known_; count > 0;) {
      const std::size_t half = count / 2;
      const bool is_after = address < first[half].begin;
      if (!is_after) first += half + 1;
      count = is_after ? half : count - half - 1;
    }
    return first;
  }
  Place oldest() {
    Place best = known_begin();
    for (Place one = best; one != known_end(); ++one) {
      if (one->number < best->number) best = one;
    }
    return best;
  }
  static void move(Place first, Place last, Place to) {
    std::memmove(to, first, static_cast<std::size_t>(last - first) * sizeof(FreedMemory));
  }
  void erase(Place first, Place last) {
    move(last, known_end(), first);
    known_ -= static_cast<std::size_t>(last - first);
  }

  const char* find(const void* memory) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    const Place next = after(address);
    if (next == known_begin() || address >= (next - 1)->end) return nullptr;
    const char* const name = (next - 1)->name;
    return name == nullptr ? "" : name;
  }
  void forget(std::uintptr_t from, std::uintptr_t to) noexcept {
    Place first = after(from);
    if (first != known_begin() && (first - 1)->end > from) --first;
    Place last = first;
    while (last != known_end() && last->begin < to) ++last;
    if (first != last) erase(first, last);
  }

  std::mutex mutex_;
  FreedMemory freed_[remembered];  ///< the first known_, which do not overlap, from low to high addresses
  std::size_t known_ = 0;
  std::uint64_t count_ = 0;
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

[[noreturn]] STENCIL_COLD inline void refuse_freed(const char* name) {
  const bool named = *name != '\0';
  detail::messages::raise<LifetimeError>(
      {named ? "the field \"" : "a field without a name", name, named ? "\"" : "",
       " does not exist any more, but an expression or a destination still refers to its "
       "memory; keep the field as long "
       "as what is made of it"});
}
/// LifetimeError where an operand is memory that a field has given back.
inline void require_alive(const plan::OperandList& operands) {
  if (const char* const name = Freed::all().owner(operands)) refuse_freed(name);
}
/// LifetimeError where something that is read or written does not exist any more.
template <class... N>
void require_alive(const N&... nodes) {
  (require_tables(nodes), ...);
  plan::OperandList operands;
  (plan::add_operands<plan::StoreNothing>(operands, nodes), ...);
  require_alive(operands);
}

}  // namespace stencil::detail::lifetimes
