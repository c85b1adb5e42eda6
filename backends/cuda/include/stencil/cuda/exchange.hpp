// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <cuda_runtime_api.h>

#include <stencil/algorithm/tridiagonal_parts.hpp>
#include <stencil/config.hpp>
#include <stencil/cuda/user_formulas.hpp>

/// How lanes of a device take what their neighbours hold: shuffles in a warp, slots in shared memory.
namespace stencil::cuda {

inline constexpr int warp_size = 32;

/// 1 / x to the last bit or the next: the hardware's estimate, which in double is improved by Newton's iteration. In
/// double the inverse of zero is a NaN.
__device__ inline double quick_inverse(double x) {
  double r;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
  r = ::fma(::fma(-x, r, 1.0), r, r);
  return ::fma(::fma(-x, r, 1.0), r, r);
}
__device__ inline float quick_inverse(float x) {
  float r;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
}

/// Calls of the user's functions in code for the device. From functions for host and device nvcc takes calls of host
/// functions without an error, and leaves them out.
struct DeviceCalls {
  static constexpr bool calls_user_functions = true;  ///< by the function below
  /// f(values...)
  template <class F, class... Values>
  __device__ static constexpr auto this_function_of_yours_needs_STENCIL_FUNCTION(const F& f, Values&... values) {
    return f(values...);
  }
  /// An error where a formula of the node's operator is not for the device.
  template <class Node>
  __device__ static constexpr void require_formulas() {
    Formulas<Node>::require();
  }
  /// Has the cache bring what will be loaded.
  STENCIL_FUNCTION static void prefetch([[maybe_unused]] const void* next) {
#if STENCIL_ON_DEVICE
    asm volatile("prefetch.global.L1 [%0];" ::"l"(next));
#endif
  }
};

/// Neighbouring lanes of a warp, in blocks of `Threads` threads. Long kernels take small blocks, because a warp that is
/// done leaves its place empty until its block is done. Beyond a warp's ends the value is unused.
template <int Threads>
struct Warps : DeviceCalls {
  static constexpr int most_threads = Threads;
  static constexpr int most_lanes = warp_size;  ///< of a column
  static constexpr int bundle = 1;              ///< columns whose lanes work side by side
  static constexpr bool sized = false;          ///< whether a team can have any number of lanes
  static constexpr int teams(int threads) { return threads / warp_size; }
  __device__ static std::ptrdiff_t team_number() {
    return static_cast<std::ptrdiff_t>(blockIdx.x) * (most_threads / warp_size) + threadIdx.x / warp_size;
  }
  __device__ static int member() { return static_cast<int>(threadIdx.x) % warp_size; }

  template <class T>
  __device__ T from(const T& value, int distance) const {
    constexpr std::size_t words = (sizeof(T) + 3) / 4;
    std::uint32_t word[words] = {};
    memcpy(word, &value, sizeof(T));
    for (std::uint32_t& w : word) {
      w = distance > 0 ? __shfl_down_sync(all, w, static_cast<unsigned>(distance))
                       : __shfl_up_sync(all, w, static_cast<unsigned>(-distance));
    }
    T moved;
    memcpy(&moved, word, sizeof(T));
    return moved;
  }
  /// The same where each lane has a distance of its own.
  template <class T>
  __device__ T from_lane(const T& value, int distance) const {
    constexpr std::size_t words = (sizeof(T) + 3) / 4;
    std::uint32_t word[words] = {};
    memcpy(word, &value, sizeof(T));
    const int lane = member() + distance;
    for (std::uint32_t& w : word) w = __shfl_sync(all, w, lane);
    T moved;
    memcpy(&moved, word, sizeof(T));
    return moved;
  }
  template <class T>
    requires std::is_floating_point_v<T>
  __device__ T inverse(T x) const {
    return quick_inverse(x);
  }
  /// Whether a condition holds for any lane of the warp.
  __device__ bool any(bool mine) const { return __any_sync(all, static_cast<int>(mine)) != 0; }
  __device__ void barrier() const { __syncwarp(); }

 private:
  static constexpr unsigned all = 0xffffffffU;
};

using WarpExchange = Warps<128>;

/// Neighbouring lanes are `Stride` threads of a block apart, or as many as `stride` says. Two slots in turn, so that
/// one barrier is enough. Dynamic: the kernel is launched with the memory for them, so that small blocks take little.
template <int Stride, int Most = Stride == 1 ? 512 : 256, bool Dynamic = false>
struct BlockExchange : DeviceCalls {
  static constexpr int most_threads = Most;
  static constexpr int bundle = Stride;
  static constexpr bool waits = true;  ///< all threads for each other in every exchange
  static constexpr bool sized = true;
  static constexpr std::size_t slot_words = 4;
  STENCIL_FUNCTION static constexpr std::size_t slot_bytes(int threads) {
    return 2 * slot_words * sizeof(std::uint64_t) * static_cast<std::size_t>(threads);
  }
  static constexpr int teams(int) { return 1; }
  __device__ static std::ptrdiff_t team_number() { return blockIdx.x; }
  __device__ static int member() { return static_cast<int>(threadIdx.x) / Stride; }

  template <class T>
  __device__ T from(const T& value, int distance) const {
    if constexpr (sizeof(T) <= slot_words * sizeof(std::uint64_t)) {
      return fill_slot(value).at(distance * stride);
    } else {
      struct Part {
        std::uint64_t word[slot_words];
      };
      Part part[(sizeof(T) + sizeof(Part) - 1) / sizeof(Part)] = {};
      memcpy(part, &value, sizeof(T));
      for (Part& p : part) p = fill_slot(p).at(distance * stride);
      T moved;
      memcpy(&moved, part, sizeof(T));
      return moved;
    }
  }
  template <class T>
  __device__ T from_lane(const T& value, int distance) const {
    return from(value, distance);
  }

  /// What the lanes `below` places below and `above` places above have. One barrier.
  template <class T>
    requires(sizeof(T) <= slot_words * sizeof(std::uint64_t))
  __device__ detail::elimination::BothSides<T> from_both(const T& value, int below, int above) const {
    const auto slot = fill_slot(value);
    return {slot.at(-below * stride), slot.at(above * stride)};
  }

  /// Whether a slot holds `Count` values.
  template <class T, int Count>
  static constexpr bool holds = std::is_arithmetic_v<T> && sizeof(T) * Count <= slot_words * sizeof(std::uint64_t);
  /// Takes what the neighbour below gives for the first `Below` values, and the one above for the others. One barrier.
  template <int Below, int Above, class T>
  __device__ void around(T (&near)[Below + Above]) const {
    const std::size_t threads = Dynamic ? blockDim.x : most_threads;
    T* slot = reinterpret_cast<T*>(slots() + static_cast<std::size_t>(turn & 1) * (slot_words * threads));
    turn ^= 1;
    const int me = static_cast<int>(threadIdx.x);
    for (int i = 0; i < Below + Above; ++i)
      slot[static_cast<std::size_t>(i) * threads + static_cast<std::size_t>(me)] = near[i];
    __syncthreads();
    const int below = me >= stride ? me - stride : me;
    const int above = me + stride < static_cast<int>(blockDim.x) ? me + stride : me;
    for (int i = 0; i < Below + Above; ++i)
      near[i] = slot[static_cast<std::size_t>(i) * threads + static_cast<std::size_t>(i < Below ? below : above)];
  }
  template <class T>
    requires std::is_floating_point_v<T>
  __device__ T inverse(T x) const {
    return quick_inverse(x);
  }
  /// Whether a condition holds for any thread of the block.
  __device__ bool any(bool mine) const { return __syncthreads_or(static_cast<int>(mine)) != 0; }
  __device__ void barrier() const { __syncthreads(); }

  int stride = Stride;
  mutable int turn = 0;

 private:
  /// One memory for the values of all types, of which each thread has a word in turn.
  __device__ static std::uint64_t* slots() {
    if constexpr (Dynamic) {
      extern __shared__ double2 block_memory[];
      return reinterpret_cast<std::uint64_t*>(block_memory);
    } else {
      __shared__ std::uint64_t memory[2 * slot_words * most_threads];
      return memory;
    }
  }
  /// The values of all threads, behind a barrier.
  template <class Unit, class T>
  struct FilledSlot {
    static constexpr std::size_t units = (sizeof(T) + sizeof(Unit) - 1) / sizeof(Unit);
    const Unit* slot;
    /// That of the thread `further` places on; this thread's own where there is none.
    __device__ T at(int further) const {
      const std::size_t threads = Dynamic ? blockDim.x : most_threads;
      int other = static_cast<int>(threadIdx.x) + further;
      if (other < 0 || other >= static_cast<int>(blockDim.x)) other = static_cast<int>(threadIdx.x);
      Unit unit[units];
      for (std::size_t i = 0; i < units; ++i) unit[i] = slot[i * threads + static_cast<std::size_t>(other)];
      T moved;
      memcpy(&moved, unit, sizeof(T));
      return moved;
    }
  };
  template <class T>
  __device__ auto fill_slot(const T& value) const {
    using Unit = std::conditional_t<sizeof(T) % sizeof(std::uint64_t) == 0, std::uint64_t, std::uint32_t>;
    using Filled = FilledSlot<Unit, T>;
    Unit unit[Filled::units] = {};
    memcpy(unit, &value, sizeof(T));
    const std::size_t threads = Dynamic ? blockDim.x : most_threads;
    Unit* slot = reinterpret_cast<Unit*>(slots() + static_cast<std::size_t>(turn & 1) * (slot_words * threads));
    turn ^= 1;
    for (std::size_t i = 0; i < Filled::units; ++i) slot[i * threads + threadIdx.x] = unit[i];
    __syncthreads();
    return Filled{slot};
  }
};

}  // namespace stencil::cuda
