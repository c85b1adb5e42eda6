// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// The memory of operations that go along columns in strips.
namespace stencil::cpu {

/// What an operation keeps from one step for the next, by the place of the operation in the function: rows of its
/// arguments, the state of a march, results that later steps read. A template, so that only programs with strips
/// compile it.
template <class Byte = char>
class BasicStripHistory {
 public:
  /// Memory of the next in turn, `bytes` bytes or more, aligned to cache lines.
  [[gnu::noinline]] char* next(std::size_t bytes) {
    constexpr std::size_t line = 64;
    if (turn_ == memory_.size()) memory_.emplace_back();
    std::vector<Byte>& memory = memory_[turn_++];
    if (memory.size() < bytes + line) memory.resize(bytes + line);
    const std::size_t past = reinterpret_cast<std::uintptr_t>(memory.data()) % line;
    return memory.data() + (past == 0 ? 0 : line - past);
  }
  template <class T>
  T* next_of(std::ptrdiff_t count) {
    return reinterpret_cast<T*>(next(static_cast<std::size_t>(count) * sizeof(T)));
  }
  void begin_step() { turn_ = 0; }

 private:
  std::vector<std::vector<Byte>> memory_;
  std::size_t turn_ = 0;
};
using StripHistory = BasicStripHistory<>;

}  // namespace stencil::cpu
