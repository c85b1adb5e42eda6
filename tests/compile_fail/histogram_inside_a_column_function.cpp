// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: sums over all columns, sorting, running means, dense operators and remaps cannot stand inside a
#include <vector>

#include <stencil/stencil.hpp>

using namespace stencil;

struct Share {
  STENCIL_FUNCTION auto operator()(auto x) const {
    const auto counted = histogram(x, std::vector<double>{0.0, 1.0});
    return results(x / static_cast<double>(counted.counts[0]));
  }
};

void shares(CenterField<double>& x) { x = columnwise(Share{})(x); }
