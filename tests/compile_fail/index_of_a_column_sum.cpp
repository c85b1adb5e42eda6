// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: column_sum(a), or another operation on whole columns, is an expression; assign it to a SurfaceField
#include <stencil/stencil.hpp>

using namespace stencil;

double sum(const CenterField<double>& a) { return column_sum(a)(0); }
