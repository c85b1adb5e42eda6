// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/kokkos.hpp>

/// An execution space whose memory the host cannot reach, for tests that only look at compilation.
class Elsewhere {
 public:
  using execution_space = Elsewhere;
  using memory_space = Elsewhere;
  using device_type = Kokkos::Device<Elsewhere, Elsewhere>;
  using size_type = std::size_t;
  using array_layout = Kokkos::LayoutRight;
  using scratch_memory_space = Kokkos::ScratchMemorySpace<Elsewhere>;
};
