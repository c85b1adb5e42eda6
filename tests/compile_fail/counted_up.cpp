// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: fields, expressions and values of a column function are not counted up and down; write a += 1
#include <stencil/stencil.hpp>

using namespace stencil;

void count(CenterField<int>& a) { a++; }
