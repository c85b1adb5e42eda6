// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

/// A backend whose memory the host cannot reach, for tests that only look at compilation.
namespace another {

struct Space {
  static constexpr const char* name = "device";
};

struct Backend {
  static constexpr const char* name = "another::Backend";
  using space = Space;
  static constexpr bool host_accessible = false;

  template <class T>
  static stencil::ValueBuffer<T> allocate(std::size_t count);
  static void prepare(const stencil::ColumnGridData& grid);
  template <class T>
  static void copy_to_host(T* host, const T* memory, std::size_t count);
  template <class T>
  static void copy_from_host(T* memory, const T* host, std::size_t count);
  template <class Outputs, class Policy>
  static void run(Outputs& outputs, const Policy& policy);
};

}  // namespace another
