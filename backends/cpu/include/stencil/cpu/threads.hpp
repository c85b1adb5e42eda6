// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <memory>

#if defined(_OPENMP)
#include <omp.h>
#endif

#include <stencil/error.hpp>

/// Work dealt to threads, the memory that each of them keeps, and what they throw.
namespace stencil::cpu {

/// The first of the exceptions of several threads. None may leave a parallel region; the thread that started them
/// throws it on.
class FirstException {
 public:
  template <class F>
  void guard(const F& f) noexcept {
    try {
      f();
    } catch (...) {
      if (!thrown_.test_and_set()) first_ = std::current_exception();
    }
  }
  /// While threads run: whether one of them threw, before the last barrier at the latest.
  bool thrown() const { return thrown_.test(); }
  /// When all threads have ended.
  void rethrow() const {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::atomic_flag thrown_;
  std::exception_ptr first_;
};

/// Scratch that a thread keeps between evaluations, aligned to cache lines.
inline char* scratch(std::size_t bytes) {
  struct Free {
    void operator()(char* p) const { std::free(p); }
  };
  thread_local std::unique_ptr<char, Free> memory;
  thread_local std::size_t size = 0;
  if (bytes > size) {
    const std::size_t rounded = (bytes + 4095) / 4096 * 4096;
    size = 0;  // stays true when there is no memory
    memory.reset();
    memory.reset(static_cast<char*>(std::aligned_alloc(4096, rounded)));
    if (!memory) throw Error("out of memory: scratch for the tiles of a column could not be allocated");
    size = rounded;
  }
  return memory.get();
}

/// f(first, last, memory) over [0, count) in one piece per thread, each with so much scratch of its own; on this thread
/// alone where `bytes` are few. No thread begins before all have their scratch. What one of them throws, this throws.
template <class F>
void for_chunks(std::ptrdiff_t count, std::ptrdiff_t bytes, std::size_t scratch_bytes, const F& f) {
#if defined(_OPENMP)
  constexpr std::ptrdiff_t worth_waking = 1 << 19;  // bytes: below, the fork costs more than it saves
  if (bytes >= worth_waking && count > 1 && omp_get_max_threads() > 1 && omp_in_parallel() == 0) {
    FirstException exception;
#pragma omp parallel
    {
      const std::ptrdiff_t threads = omp_get_num_threads();
      const std::ptrdiff_t me = omp_get_thread_num();
      char* memory = nullptr;
      if (scratch_bytes > 0) {
        exception.guard([&] { memory = scratch(scratch_bytes); });
#pragma omp barrier
      }
      if (!exception.thrown()) exception.guard([&] { f(count * me / threads, count * (me + 1) / threads, memory); });
    }
    exception.rethrow();
    return;
  }
#endif
  static_cast<void>(bytes);
  f(0, count, scratch_bytes > 0 ? scratch(scratch_bytes) : nullptr);
}
/// The same without scratch: f(first, last).
template <class F>
void for_chunks(std::ptrdiff_t count, std::ptrdiff_t bytes, const F& f) {
  for_chunks(count, bytes, 0, [&f](std::ptrdiff_t first, std::ptrdiff_t last, char*) { f(first, last); });
}

/// How batches are dealt to threads; a backend with threads of its own has another one.
struct OpenMP {
  static int threads() {
#if defined(_OPENMP)
    return omp_in_parallel() != 0 ? 1 : omp_get_max_threads();
#else
    return 1;
#endif
  }
  template <class F>
  void operator()(std::ptrdiff_t count, std::ptrdiff_t bytes, std::size_t scratch_bytes, const F& f) const {
    for_chunks(count, bytes, scratch_bytes, f);
  }
};

}  // namespace stencil::cpu
