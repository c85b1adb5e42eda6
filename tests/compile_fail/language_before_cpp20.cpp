// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: C++20 is required
// The test compiles as C++20, so the language of an older compiler is claimed by hand.
#define _MSVC_LANG 201703L
#include <stencil/config.hpp>
