// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the points and values of a table are containers of numbers on the host: std::vector, std::span, an array; of a field take field.to_host()
#include <vector>

#include <stencil/stencil.hpp>

using namespace stencil;

void look_up(const std::vector<double>& x, const CenterField<double>& values) { const auto t = table(x, values); }
