// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: errors are exceptions; compile without -fno-exceptions
// with: -fno-exceptions
#include <stencil/config.hpp>
