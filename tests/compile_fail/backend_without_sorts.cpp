// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this backend lacks a function that sorting needs; backend_parts::Sorts lists them
#include "another_backend.hpp"

using namespace stencil;

void sort(CenterField<double, another::Backend>& sorted, const CenterField<double, another::Backend>& a) {
  sorted = column_sort(a);
}
