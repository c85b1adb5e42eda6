// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The core, the CPU backend and the Kokkos backend.
#include <stencil/core.hpp>
#include <stencil/cpu/cpu.hpp>
#include <stencil/kokkos/backend.hpp>
#include <stencil/kokkos/view.hpp>
