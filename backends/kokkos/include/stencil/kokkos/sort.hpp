// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/kokkos/memory.hpp>

/// Sorted columns and quantiles of levels on any execution space. Beside stencil/kokkos.hpp in a file that sorts; where
/// Kokkos has CUDA it is stencil/cuda/sort.hpp, with what that says of `using namespace stencil`.
#if defined(KOKKOS_ENABLE_CUDA)
#include <stencil/cuda/sort.hpp>
#endif
