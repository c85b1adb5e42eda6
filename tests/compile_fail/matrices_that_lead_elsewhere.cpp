// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: matrices that lead to different locations
#include <stencil/stencil.hpp>

using namespace stencil;

auto matrices_that_lead_elsewhere() { return operator_matrix(DivergenceF2C()) + identity() * 2.0; }
