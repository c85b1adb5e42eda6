// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The core and the CUDA backend; to be included in .cu files.
#include <stencil/core.hpp>
#include <stencil/cpu/cpu.hpp>
#include <stencil/cuda/backend.hpp>
#include <stencil/cuda/pinned.hpp>
