// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the state of a march is a number, a plain struct or a std::array of numbers, and no std::tuple: write struct State { double mass, flux; }; and start from State{0.0, 1.0}, or, with values per column in it, from make<State>(x, 0.0)
#include <stencil/stencil.hpp>

#include <tuple>

using namespace stencil;

struct Fall {
  STENCIL_FUNCTION auto operator()(auto x) const {
    const auto step = [](auto& state, auto y) { return std::get<0>(state) += y; };
    return results(march(from_top, std::tuple{0.0, 1.0}, step, x));
  }
};

void fall(CenterField<double>& x) { x = columnwise(Fall{})(x); }
