// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <exception>

#if defined(_OPENMP)
#include <omp.h>
#endif

#include <stencil/cpu/of_this_thread.hpp>
#include <stencil/error.hpp>
#include <stencil/memory.hpp>

/// Work for threads: which part each of them takes, its scratch memory, and what happens to exceptions.
namespace stencil::cpu {

/// Keeps the first exception that one of several threads throws. An exception must not leave a parallel region, so the
/// thread that started the others rethrows it afterwards.
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
  /// Whether a thread has thrown. What was thrown before the last barrier is seen for certain.
  bool thrown() const { return thrown_.test(); }
  /// To be called when all threads have ended.
  void rethrow() const {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::atomic_flag thrown_;
  std::exception_ptr first_;
};

/// Memory of a thread, which grows.
class Scratch {
 public:
  /// At least `bytes` bytes, aligned to 4096 bytes, with what is in them undefined. Throws Error if there is no memory.
  char* of(std::size_t bytes) {
    if (bytes > size_) {
      const std::size_t rounded = (bytes + 4095) / 4096 * 4096;
      size_ = 0;  // stays true when there is no memory
      memory_.reset();
      memory_ = ValueBuffer<char>(static_cast<char*>(std::aligned_alloc(4096, rounded)),
                                  ReleaseMemory{[](void* p, std::size_t, void*) { std::free(p); }});
      if (memory_ == nullptr) throw Error("out of memory: scratch for the tiles of a column could not be allocated");
      size_ = rounded;
    }
    return memory_.get();
  }

 private:
  ValueBuffer<char> memory_;
  std::size_t size_ = 0;
};

/// The same of this thread, which keeps it between evaluations.
inline char* scratch(std::size_t bytes) { return of_this_thread<Scratch>().of(bytes); }

/// With fewer bytes, starting threads costs more than it saves.
inline constexpr std::ptrdiff_t worth_waking = 1 << 19;

/// Calls f(first, last, memory) on each OpenMP thread for its part [first, last) of [0, count), with scratch memory of
/// its own; on the calling thread alone if the work moves few `bytes`. No thread begins before all have their memory.
/// An exception of a thread is rethrown.
template <class F>
void for_chunks(std::ptrdiff_t count, std::ptrdiff_t bytes, std::size_t scratch_bytes, const F& f) {
#if defined(_OPENMP)
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
/// The same without scratch memory: f(first, last).
template <class F>
void for_chunks(std::ptrdiff_t count, std::ptrdiff_t bytes, const F& f) {
  for_chunks(count, bytes, 0, [&f](std::ptrdiff_t first, std::ptrdiff_t last, char*) { f(first, last); });
}

/// Distributes work to the threads of OpenMP. kokkos::ChunksOnSpace does the same with those of an execution space.
struct OpenMP {
  static int threads() {
#if defined(_OPENMP)
    return omp_in_parallel() != 0 ? 1 : omp_get_max_threads();
#else
    return 1;
#endif
  }
  /// The threads that share work which moves `bytes` bytes.
  static int threads(std::ptrdiff_t bytes) { return bytes < worth_waking ? 1 : threads(); }
  template <class F>
  void operator()(std::ptrdiff_t count, std::ptrdiff_t bytes, std::size_t scratch_bytes, const F& f) const {
    for_chunks(count, bytes, scratch_bytes, f);
  }
};

}  // namespace stencil::cpu
