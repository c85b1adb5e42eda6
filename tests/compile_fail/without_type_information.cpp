// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: grids tell what is made of them by its type; compile without -fno-rtti
// with: -fno-rtti
#include <stencil/config.hpp>
