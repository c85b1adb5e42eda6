// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a number of levels or columns is an integer, as in ColumnGrid::uniform(64, 0.0, 1000.0, 10); of a floating-point number n write static_cast<int>(n)
#include <stencil/stencil.hpp>

using namespace stencil;

auto half_a_level() { return ColumnGrid::uniform(4.5, 0.0, 1000.0); }
