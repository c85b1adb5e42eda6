// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include <stencil/algorithm/output.hpp>
#include <stencil/config.hpp>
#include <stencil/cpu/simd.hpp>
#include <stencil/error.hpp>
#include <stencil/memory.hpp>

/// Results that are written to scratch memory first, because a destination's old values are still to be read.
namespace stencil::cpu {

/// Copies the values of columns [first, first + count). rows_inside: the inner loop goes along the rows of a column.
template <class From, class To>
void copy_columns(const From& from, const To& to, std::ptrdiff_t first, std::ptrdiff_t count, bool rows_inside) {
  const auto one_value = [&](std::ptrdiff_t c, int k) {
    to.data[c * to.strides.column() + k * to.strides.level()] =
        from.data[c * from.strides.column() + k * from.strides.level()];
  };
  if (rows_inside) {
    for (std::ptrdiff_t c = first; c < first + count; ++c) {
      for (int k = 0; k < from.rows(); ++k) one_value(c, k);
    }
  } else {
    for (int k = 0; k < from.rows(); ++k) {
      for (std::ptrdiff_t c = first; c < first + count; ++c) one_value(c, k);
    }
  }
}

/// Copies n values with stores that bypass the caches, except those before the first and after the last whole aligned
/// vector.
template <class T>
void stream_values(const T* from, T* to, std::ptrdiff_t n) {
  constexpr int W = simd::native_bytes / static_cast<int>(sizeof(T));
  using V = simd::vector<T, W>;
  std::ptrdiff_t i = 0;
  for (; i < n && reinterpret_cast<std::uintptr_t>(to + i) % simd::native_bytes != 0; ++i) to[i] = from[i];
  for (; i + W <= n; i += W) simd::stream(to + i, simd::load<V>(from + i));
  for (; i < n; ++i) to[i] = from[i];
}

/// The same for columns [first, first + count) of a field for which can_stream() is true.
template <class From, class To>
void stream_columns(const From& from, const To& to, std::ptrdiff_t first, std::ptrdiff_t count) {
  using T = typename To::value_type;
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    if constexpr (To::layout::levels_contiguous) {
      const std::ptrdiff_t start = first * to.strides.column();
      stream_values(from.data + start, to.data + start, count * to.strides.column());
    } else {
      for (int k = 0; k < from.rows(); ++k)
        stream_values(from.data + first + k * from.strides.level(), to.data + first + k * to.strides.level(), count);
    }
  }
}

/// Lets one thread write its results to scratch memory, `batch` columns at a time, and copies them to the destinations
/// when those columns have been read.
template <class Outs>
class Staged {
 public:
  Staged(const Outs& outputs, char* arena, std::ptrdiff_t batch, bool across, bool stream)
      : real_(outputs), redirected_(outputs), arena_(arena), batch_(batch), across_(across), stream_(stream) {}

  /// Runs evaluate(outputs) for columns [first, first + count).
  template <class Evaluate>
  void run(std::ptrdiff_t first, std::ptrdiff_t count, const Evaluate& evaluate) {
    each_pair(real_, redirected_, [&](const auto& real, auto& stand_in) {
      auto& d = stand_in.destination;
      redirect(d, real, first);
      if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(real.mask)>, NoMask>)
        copy_columns(real.destination, d, first, count, !across_);
    });
    evaluate(redirected_);
    each_pair(real_, redirected_, [&](const auto& real, auto& stand_in) {
      if (stream_) {
        stream_columns(stand_in.destination, real.destination, first, count);
      } else {
        copy_columns(stand_in.destination, real.destination, first, count, !across_);
      }
    });
  }

 private:
  template <class A, class B, class F>
  static void each_pair(const A& a, B& b, const F& f) {
    if constexpr (A::count > 0) {
      f(a.first, b.first);
      each_pair(a.rest, b.rest, f);
    }
  }
  template <class Destination, class Real>
  void redirect(Destination& d, const Real& real, std::ptrdiff_t first) const {
    using Layout = typename Destination::layout;
    if constexpr (Layout::levels_contiguous) {
      d.strides = {real.destination.rows()};
    } else if constexpr (Layout::columns_contiguous) {
      d.strides = {batch_};
    } else if (across_) {
      d.strides = {batch_, 1};
    } else {
      d.strides = {1, real.destination.rows()};
    }
    d.data = reinterpret_cast<decltype(d.data)>(arena_ + real.stage.offset) - first * d.strides.column();
  }

  const Outs& real_;
  Outs redirected_;
  char* arena_;
  std::ptrdiff_t batch_;  ///< columns in scratch
  bool across_;           ///< columns contiguous
  bool stream_;
};

/// Whether what goes to the host's processors is to be compiled: nvcc compiles functions of the host for devices too,
/// where they never run, and numbers are in no vector registers.
inline constexpr bool compiled_for_host = !STENCIL_ON_DEVICE;

/// Memory for results that are copied to the destinations when all operands have been read.
struct HostMemory {
  /// `bytes` is a multiple of a cache line.
  static ValueBuffer<char> allocate(std::size_t bytes) {
    ValueBuffer<char> memory(static_cast<char*>(std::aligned_alloc(64, bytes)),
                             ReleaseMemory{[](void* p, std::size_t, void*) { std::free(p); }});
    if (memory == nullptr)
      detail::messages::raise<Error>(
          {"out of memory: ", bytes, " bytes for a stand-in of the results could not be allocated"});
    return memory;
  }
  template <class To, class From>
  static void copy(const To& to, const From& from) {
    copy_columns(from, to, 0, static_cast<std::ptrdiff_t>(from.grid->columns), !To::layout::columns_contiguous);
  }
};

}  // namespace stencil::cpu
