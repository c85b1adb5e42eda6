// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a backend offers memory for fields and run(outputs, policy) for assignments; this one lacks
#include "another_backend.hpp"

using namespace stencil;

struct Half : another::Backend {
  static void prepare() = delete;
};

void fill(CenterField<double, Half>& a) { a = 1.0; }
