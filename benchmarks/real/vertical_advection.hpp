// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "../../tests/real/dwarfs.hpp"
#include "race.hpp"

namespace race {

/// COSMO's vertical advection as npbench has it.
struct Case {
  static constexpr const char* name = "vertical_advection";
  static constexpr int scratch = 1;
  static constexpr int parts = 1;
  static ColumnGrid grid(std::size_t columns) { return ColumnGrid::stretched(most_levels, 0.0, 18e3, 100.0, columns); }
  template <class Make>
  static auto arguments(Make& make) {
    using namespace real_models::dwarfs;
    return std::tuple{make.centers("u_stage", wind),      make.centers("u_pos", wind_before),
                      make.centers("u_tendency", push),   make.centers("tendency_stage", more_push),
                      make.faces("w", levels_per_second), make.faces("w_next", next_levels_per_second)};
  }
  template <class Make>
  static auto results(Make& make) {
    return std::tuple{make.at_centers("tendency")};
  }
  static auto function() { return real_models::dwarfs::VerticalAdvection{}; }

  template <class B>
  STENCIL_FUNCTION static void by_hand(const Raw& x, const B& b) {
    const Real* __restrict__ const u = x.in[0];
    const Real* __restrict__ const u_pos = x.in[1];
    const Real* __restrict__ const push = x.in[2];
    const Real* __restrict__ const more = x.in[3];
    const Real* __restrict__ const w = x.in[4];
    const Real* __restrict__ const w_next = x.in[5];
    Real* __restrict__ const out = x.out[0];
    const Real rate = 3.0_r / 20;
    const int n = x.levels;
    Real upper_below[B::width], right_below[B::width];
    EACH_LANE(l) upper_below[l] = right_below[l] = 0;
    for (int k = 0; k < n; ++k) {
      Real* const upper = b.scratch(0, k);
      const auto here = b.cell(k), above = b.cell(k + 1 < n ? k + 1 : k), below = b.cell(k > 0 ? k - 1 : 0);
      const auto low = b.face(k), high = b.face(k + 1);
      const Real has_below = k == 0 ? 0 : 0.125_r, has_above = k == n - 1 ? 0 : 0.125_r;
      EACH_LANE(l) {
        const Real to_below = -has_below * (w[low + l] + w_next[low + l]);
        const Real to_above = has_above * (w[high + l] + w_next[high + l]);
        const Real d = rate * u_pos[here + l] + push[here + l] + more[here + l] -
                       to_below * (u[below + l] - u[here + l]) - to_above * (u[above + l] - u[here + l]);
        const Real factor = 1 / (rate - to_below - to_above - to_below * upper_below[l]);
        upper[l] = upper_below[l] = to_above * factor;
        out[here + l] = right_below[l] = (d - to_below * right_below[l]) * factor;
      }
    }
    Real value[B::width];
    EACH_LANE(l) value[l] = 0;
    for (int k = n - 1; k >= 0; --k) {
      const Real* const upper = b.scratch(0, k);
      const auto here = b.cell(k);
      EACH_LANE(l) {
        value[l] = out[here + l] - upper[l] * value[l];
        out[here + l] = rate * (value[l] - u_pos[here + l]);
      }
    }
  }
};

}  // namespace race
