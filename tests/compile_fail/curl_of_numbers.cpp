// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: CurlC2F takes a Vec of two components
#include <stencil/stencil.hpp>

using namespace stencil;

auto curl(const CenterField<double>& a) { return CurlC2F()(a); }
