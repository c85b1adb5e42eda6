// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a field is made with its grid and then, if it is to have one, its name, as in CenterField<double> q(grid, "q")
#include <stencil/stencil.hpp>

#include <string>

using namespace stencil;

auto humidity(const std::string& name) { return CenterField<double>(name); }
