// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: fields and values of a column function change by =, +=, -=, *= and /= alone; write flag = flag && x > 0.0
#include <stencil/stencil.hpp>

using namespace stencil;

void change(CenterField<bool>& flag, const CenterField<double>& x) { flag &= x > 0.0; }
