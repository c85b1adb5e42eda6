// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: level_mean, level_variance and level_quantile take an expression with fields in it
#include <stencil/stencil.hpp>

using namespace stencil;

auto profile() { return level_mean(2.0); }
