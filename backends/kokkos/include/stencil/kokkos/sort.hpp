// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/kokkos/memory.hpp>

/// To be included besides stencil/kokkos.hpp by files that sort columns or compute quantiles of levels. If Kokkos has
/// CUDA it includes stencil/cuda/sort.hpp, whose remark on `using namespace stencil` applies then.
#if defined(KOKKOS_ENABLE_CUDA)
#include <stencil/cuda/sort.hpp>
#endif
