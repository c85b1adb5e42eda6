// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: fields and values of a column function change by =, +=, -=, *= and /= alone; write n = n % 3
#include <stencil/stencil.hpp>

using namespace stencil;

void change(CenterField<int>& n) { n %= 3; }
