// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: global_sum, global_norm, global_min and global_max take one expression with fields in it
#include <stencil/stencil.hpp>

using namespace stencil;

double largest(const CenterField<double>& a, const CenterField<double>& b) { return global_max(a, b); }
