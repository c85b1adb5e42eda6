// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <string>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include <stencil/cpu/threads.hpp>
#include <stencil/error.hpp>
#include <stencil/expression/concepts.hpp>
#include <stencil/memory.hpp>

#if KOKKOS_VERSION < 30400
#error "stencil: backend::Kokkos needs Kokkos 3.4 or newer"
#endif
#if defined(KOKKOS_ENABLE_CUDA)
#include <stencil/cuda/memory.hpp>
#endif

/// Memory of Kokkos. This backend uses only what Kokkos 3.4 to 5 have in common.
namespace stencil::kokkos {

/// The space of fields in a memory space of Kokkos that is neither the host's nor CUDA's.
template <class MemorySpace>
struct Memory {
  static constexpr const char* name = "device";
};
template <class MemorySpace>
inline constexpr bool on_host = std::is_same_v<MemorySpace, ::Kokkos::HostSpace>;
template <class MemorySpace>
struct SpaceOfMemory {
  using type = std::conditional_t<on_host<MemorySpace>, HostSpace, Memory<MemorySpace>>;
};

/// Whether kernels of the CUDA backend can be launched in an execution space.
template <class ExecutionSpace>
inline constexpr bool on_cuda = false;
#if defined(KOKKOS_ENABLE_CUDA)
template <>
inline constexpr bool on_cuda<::Kokkos::Cuda> = true;
template <>
struct SpaceOfMemory<::Kokkos::CudaSpace> {
  using type = DeviceSpace;
};
template <>
struct SpaceOfMemory<::Kokkos::CudaUVMSpace> {
  using type = DeviceSpace;
};
#endif

template <class MemorySpace>
using SpaceOf = typename SpaceOfMemory<MemorySpace>::type;

/// A View of memory that it does not own.
template <class T, class MemorySpace>
using UnmanagedView = ::Kokkos::View<T*, MemorySpace, ::Kokkos::MemoryTraits<::Kokkos::Unmanaged>>;

/// Calls f(first, last) for parts of [0, count): one part for each thread of a host execution space, or all in one part
/// if the work moves few `bytes`. An exception of a thread is rethrown here; Kokkos itself would end the program.
template <class ExecutionSpace, class F>
void for_chunks(const ExecutionSpace& space, const std::string& label, std::ptrdiff_t count, std::ptrdiff_t bytes,
                const F& f) {
  const std::ptrdiff_t pieces =
      bytes < cpu::worth_waking
          ? 1
          : std::clamp<std::ptrdiff_t>(count, 1, static_cast<std::ptrdiff_t>(space.concurrency()));
  cpu::FirstException exception;
  ::Kokkos::parallel_for(label, ::Kokkos::RangePolicy<ExecutionSpace>(space, 0, static_cast<std::size_t>(pieces)),
                         [&f, &exception, count, pieces](std::ptrdiff_t i) {
                           exception.guard([&] { f(count * i / pieces, count * (i + 1) / pieces); });
                         });
  space.fence();  // the kernel refers to f and exception
  exception.rethrow();
}

/// Zeroed memory for `count` values. On the host it is zeroed, and so first touched, by the threads that will use it.
/// Throws Error if Kokkos is not initialized or has no memory.
template <class T, class ExecutionSpace>
ValueBuffer<T> allocate(std::size_t count) {
  using MemorySpace = typename ExecutionSpace::memory_space;
  if (!::Kokkos::is_initialized()) {
    throw Error(
        "a field of backend::Kokkos is made before Kokkos::initialize() or after Kokkos::finalize(); make it between "
        "the two, and let it go before the second");
  }
  const std::size_t bytes = bytes_of<T>(count == 0 ? 1 : count);
  void* memory = nullptr;
  try {
    memory = ::Kokkos::kokkos_malloc<MemorySpace>("stencil field", bytes);
  } catch (const std::exception& reason) {
    throw Error("out of memory: a field of " + std::to_string(bytes) +
                " bytes could not be allocated; Kokkos says: " + reason.what());
  }
  const auto release = [](void* p, std::size_t, void*) {
    ::Kokkos::fence();  // a kernel may still be using it
    ::Kokkos::kokkos_free<MemorySpace>(p);
  };
  ValueBuffer<T> buffer(static_cast<T*>(memory), ReleaseMemory{release, bytes, nullptr});
  if constexpr (on_host<MemorySpace>) {
    auto* first = static_cast<char*>(memory);
    const auto size = static_cast<std::ptrdiff_t>(bytes);
    for_chunks(ExecutionSpace(), "stencil: zeroing a field", size, size,
               [first](std::ptrdiff_t from, std::ptrdiff_t to) {
                 std::memset(first + from, 0, static_cast<std::size_t>(to - from));
               });
  } else {
    ::Kokkos::deep_copy(UnmanagedView<unsigned char, MemorySpace>(static_cast<unsigned char*>(memory), bytes), 0);
  }
  return buffer;
}

/// Copies values between memory spaces when all earlier work is done.
template <class To, class From, class T>
void copy(T* to, const T* from, std::size_t count) {
  ::Kokkos::deep_copy(
      UnmanagedView<unsigned char, To>(reinterpret_cast<unsigned char*>(to), count * sizeof(T)),
      UnmanagedView<const unsigned char, From>(reinterpret_cast<const unsigned char*>(from), count * sizeof(T)));
}
/// The same within the memory of the host.
template <class T>
void copy_on_host(T* to, const T* from, std::size_t count) {
  ::Kokkos::fence();
  std::copy(from, from + count, to);
}

/// Temporary memory of an assignment. The destructor waits for all work of the instance before it frees the memory.
template <class ExecutionSpace>
class Temporary {
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  Temporary(std::size_t bytes, const ExecutionSpace& space)
      : space_(space), memory_(::Kokkos::kokkos_malloc<MemorySpace>("stencil: stand-in", bytes)) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    space_.fence();
    ::Kokkos::kokkos_free<MemorySpace>(memory_);
  }
  void* get() const { return memory_; }

 private:
  ExecutionSpace space_;
  void* memory_;
};

}  // namespace stencil::kokkos
