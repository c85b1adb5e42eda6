// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The core and the CPU backend.
#include <stencil/core.hpp>
#include <stencil/cpu/cpu.hpp>
