// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <barrier>

namespace stencil::emulation {

/// One rank of a block of host threads.
class Member {
 public:
  static constexpr bool across_columns = false;
  /// dropped: the number of the barrier that this rank leaves out; -1 for none.
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

}  // namespace stencil::emulation
