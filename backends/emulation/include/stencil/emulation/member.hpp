// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <barrier>
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

/// Threads of an emulated block, and the memory that they share.
namespace stencil::emulation {

/// Calls f(rank) for ranks 0 to count - 1, each on a host thread of its own, and returns when all have returned.
template <class F>
void on_threads(int count, const F& f) {
  std::vector<std::thread> threads;
  for (int rank = 1; rank < count; ++rank) threads.emplace_back(f, rank);
  f(0);
  for (std::thread& thread : threads) thread.join();
}

/// Memory that the threads of a block share, aligned for any type, its bytes undefined.
class SharedArena {
 public:
  explicit SharedArena(std::size_t bytes) : memory_(new std::max_align_t[bytes / sizeof(std::max_align_t) + 1]) {}
  char* get() const { return reinterpret_cast<char*>(memory_.get()); }

 private:
  std::unique_ptr<std::max_align_t[]> memory_;
};

/// A thread of an emulated block.
class Member {
 public:
  static constexpr bool across_columns = false;
  /// dropped: the number of the barrier at which this thread does not wait; -1 for none.
  Member(int rank, int size, std::barrier<>& barrier, char* arena, int dropped)
      : rank_(rank), size_(size), barrier_(barrier), arena_(arena), dropped_(dropped) {}
  int rank() const { return rank_; }
  int size() const { return size_; }
  char* arena() const { return arena_; }
  void barrier() const {
    if (reached_++ != dropped_) barrier_.arrive_and_wait();
  }

 private:
  int rank_;
  int size_;
  std::barrier<>& barrier_;
  char* arena_;
  int dropped_;
  mutable int reached_ = 0;
};

/// Reads what a device would have its cache bring, so that sanitizers see it.
struct ReadsAhead {
  template <class T>
  static void prefetch(const T* next) {
    [[maybe_unused]] const volatile char seen = *reinterpret_cast<const volatile char*>(next);
  }
};

}  // namespace stencil::emulation
