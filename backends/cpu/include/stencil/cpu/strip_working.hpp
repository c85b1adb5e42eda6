// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/passes.hpp>
#include <stencil/cpu/strip.hpp>

/// Which columns of a batch are computed. A loop ends with the slowest column; vectors of columns that are all done are
/// left out of its later passes.
namespace stencil::cpu {

/// Neighbouring columns that are computed, whole vectors.
struct ColumnRun {
  int first;
  int last;  ///< the one after them
};

/// The vectors of a batch that are left out, a bit for each. Batches of loops have no more than 64.
struct LeftOut {
  std::uint64_t now = 0;
  std::uint64_t before = 0;  ///< those that the loops around this one leave out

  bool has(int vector) const { return vector < 64 && ((now >> vector) & 1) != 0; }
  /// The vectors that this loop leaves out, others than those around it.
  std::uint64_t by_this_loop() const { return now & ~before; }
  /// The first columns to be computed from `first` on, of `count` in vectors of W; none where these are at an end.
  template <int W>
  ColumnRun run_from(int first, int count) const {
    if (now == 0) return {first, count};
    return next_run(first / W, count / W, W);
  }
  /// Leaves out, too, the vectors of `width` columns in which a condition holds in all of `count` columns.
  [[gnu::noinline]] void add(const stored<bool>* condition, int count, int width) {
    for (int c = 0, v = 0; c < count && v < 64; c += width, ++v) {
      const auto* const end = condition + std::min(c + width, count);
      if (std::find(condition + c, end, 0) == end) now |= std::uint64_t{1} << v;
    }
  }

 private:
  [[gnu::noinline]] ColumnRun next_run(int vector, int vectors, int width) const {
    while (vector < vectors && has(vector)) ++vector;
    int last = vector;
    while (last < vectors && !has(last)) ++last;
    return {vector * width, last * width};
  }
};

/// The passes of a loop on strips. Marked for the device, which never makes one: nvcc warns of the destructor.
template <int W, class Lane>
class StripPasses {
 public:
  STENCIL_FUNCTION constexpr explicit StripPasses(const Lane& lane) : lane_(lane), around_(lane.left_out) {
    lane_.left_out.before = lane_.left_out.now;
  }
  StripPasses(const StripPasses&) = delete;
  StripPasses& operator=(const StripPasses&) = delete;
  STENCIL_FUNCTION constexpr ~StripPasses() { lane_.left_out = around_; }

  void begin(int) const {}
  template <class Done>
  void leave_out(const Done& done) const {
    lane_.left_out.add(done.rows.row(0), lane_.count, W);
  }
  /// next: computed in this pass, so that nobody else has its rows.
  template <class X>
  void put(X& value, typename std::type_identity<X>::type next) const {
    if (lane_.left_out.now != 0 && keeps_some(value, next)) return;
    value = std::move(next);
  }

 private:
  /// Copies between value and next, whichever takes less, what either is to have of the other. Whether that is in
  /// value.
  template <class X>
  bool keeps_some(X& value, X& next) const {
    using Where = typename X::location;
    const int left_out = std::popcount(lane_.left_out.by_this_loop());
    if (2 * W * left_out > lane_.count && value.rows.is_sole_owner()) {
      lane_.template copy_vectors<Where>(next.rows, value.rows, false);
      return true;
    }
    if (left_out > 0) lane_.template copy_vectors<Where>(value.rows, next.rows, true);
    return false;
  }

  const Lane& lane_;
  const LeftOut around_;
};

}  // namespace stencil::cpu
