// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/column/column_memory.hpp>
#include <stencil/kokkos/on_cuda.hpp>
#include <stencil/kokkos/on_host.hpp>
#include <stencil/kokkos/on_teams.hpp>

namespace stencil {

namespace kokkos {

/// The base class of a backend that carries out assignments in an execution space.
template <class ExecutionSpace>
struct ExecutorOf {
  struct type {};
};
template <class ExecutionSpace>
  requires(::Kokkos::is_execution_space<ExecutionSpace>::value)
struct ExecutorOf<ExecutionSpace> {
  using type = std::conditional_t<on_host<typename ExecutionSpace::memory_space>, OnHost<ExecutionSpace>,
                                  OnTeams<ExecutionSpace>>;
};
#if defined(KOKKOS_ENABLE_CUDA)
template <>
struct ExecutorOf<::Kokkos::Cuda> {
  using type = OnCuda;
};
#endif

}  // namespace kokkos

namespace backend {

/// The backend for a Kokkos execution space: fields are in its memory, and assignments are carried out there. Fields
/// may be made only between Kokkos::initialize() and Kokkos::finalize(); else they throw Error.
template <class ExecutionSpace = ::Kokkos::DefaultExecutionSpace>
struct Kokkos : kokkos::ExecutorOf<ExecutionSpace>::type {
  static_assert(::Kokkos::is_execution_space<ExecutionSpace>::value,
                "stencil: backend::Kokkos takes an execution space, for example Kokkos::DefaultExecutionSpace");
  static constexpr const char* name = "Kokkos";
  using execution_space = ExecutionSpace;
  using memory_space = typename ExecutionSpace::memory_space;
  using space = kokkos::SpaceOf<memory_space>;
  static constexpr bool on_host = kokkos::on_host<memory_space>;
  /// Memory that a device shares with the host may be read there, but a kernel may not be done with it.
  static constexpr bool host_accessible = on_host;

  template <class T>
  static ValueBuffer<T> allocate(std::size_t count) {
    return kokkos::allocate<T, ExecutionSpace>(count);
  }
  static void prepare(const ColumnGridData& grid) { static_cast<void>(kokkos::make_columns_of<ExecutionSpace>(grid)); }
  template <class T>
  static void copy_to_host(T* host, const T* memory, std::size_t count) {
    if constexpr (on_host) {
      kokkos::copy_on_host(host, memory, count);
    } else {
      kokkos::copy<::Kokkos::HostSpace, memory_space>(host, memory, count);
    }
  }
  template <class T>
  static void copy_from_host(T* memory, const T* host, std::size_t count) {
    if constexpr (on_host) {
      kokkos::copy_on_host(memory, host, count);
    } else {
      kokkos::copy<memory_space, ::Kokkos::HostSpace>(memory, host, count);
    }
  }
};

}  // namespace backend

}  // namespace stencil
