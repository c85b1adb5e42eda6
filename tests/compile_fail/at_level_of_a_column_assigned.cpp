// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an expression is no destination, nor is a part of a const field; assign to a field that is not const, or to at_level(field, 0) or component<I>(field) of one; at a level per column write field = where(level_index(Center{}) == k, x, field)
#include <stencil/stencil.hpp>

using namespace stencil;

void mark(CenterField<double>& a, const SurfaceField<int>& k) { at_level(a, k) = 3.0; }
