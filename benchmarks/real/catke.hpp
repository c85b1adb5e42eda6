// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "../../tests/real/oceananigans.hpp"
#include "race.hpp"

namespace race {

/// CATKE's diffusivities and the implicit steps of its turbulent kinetic energy.
struct Case {
  static constexpr const char* name = "catke";
  static constexpr int scratch = 3;
  static constexpr int parts = 1;
  static ColumnGrid grid(std::size_t columns) { return ColumnGrid::uniform(most_levels, -300.0, 0.0, columns); }
  template <class Make>
  static auto arguments(Make& make) {
    using namespace real_models::oceananigans;
    return std::tuple{make.centers("u", current), make.centers("v", cross_current), make.centers("b", buoyancy),
                      make.centers("e", energy), make.surface("buoyancy_flux", surface_buoyancy_flux)};
  }
  template <class Make>
  static auto results(Make& make) {
    return std::tuple{make.at_faces("k_u"), make.at_faces("k_c"), make.at_faces("k_e"), make.at_centers("e")};
  }
  static auto function() { return real_models::oceananigans::Catke{}; }

  template <class B>
  STENCIL_FUNCTION static void by_hand(const Raw& x, const B& b) {
    using std::sqrt;
    const int n = x.levels;
    face<true>(x, b, 0), face<true>(x, b, n - 1), face<true>(x, b, n);
    if constexpr (B::width == 1 && !B::across) {
      ROWS_APART for (int k = 1; k < n - 1; ++k) at_face<false>(x, b, k, 0);
    } else {
      for (int k = 1; k < n - 1; ++k) face<false>(x, b, k);
    }

    const Real* __restrict__ const u = x.in[0];
    const Real* __restrict__ const v = x.in[1];
    const Real* __restrict__ const buoyancy = x.in[2];
    const Real depth = -x.z_faces[0];
    const Real* __restrict__ const k_u = x.out[0];
    const Real* __restrict__ const k_c = x.out[1];
    const Real* __restrict__ const k_e = x.out[2];
    Real* __restrict__ const e = x.out[3];
    const Real* __restrict__ const dc = x.dz_centers;
    const Real* __restrict__ const df = x.dz_faces;
    const Real seconds = 600.0_r / 3;

    Real shear_below[B::width], lift_below[B::width];
    EACH_LANE(l) shear_below[l] = lift_below[l] = 0;
    for (int k = 0; k < n; ++k) {
      Real *const gain = b.scratch(0, k), *const loss = b.scratch(1, k);
      const auto here = b.cell(k), above = b.cell(k + 1 < n ? k + 1 : k), next = b.face(k + 1);
      const Real inverse = 1 / df[k + 1];
      EACH_LANE(l) {
        const Real du = (u[above + l] - u[here + l]) * inverse, dv = (v[above + l] - v[here + l]) * inverse;
        const Real shear = k_u[next + l] * (du * du + dv * dv);
        const Real lift = -k_c[next + l] * ((buoyancy[above + l] - buoyancy[here + l]) * inverse);
        const Real mean = 0.5_r * (lift_below[l] + lift);
        gain[l] = 0.5_r * (shear_below[l] + shear) + (mean > 0 ? mean : 0);
        loss[l] = mean < 0 ? mean : 0;
        shear_below[l] = shear, lift_below[l] = lift;
        e[here + l] = x.in[3][here + l];
      }
    }
    for (int step = 0; step < 3; ++step) {
      Real upper_below[B::width], right_below[B::width];
      EACH_LANE(l) upper_below[l] = right_below[l] = 0;
      for (int k = 0; k < n; ++k) {
        const Real *const gain = b.scratch(0, k), *const loss = b.scratch(1, k);
        Real* const upper = b.scratch(2, k);
        const auto here = b.cell(k), low = b.face(k), high = b.face(k + 1);
        const Real to_low = k > 0 ? seconds / (dc[k] * df[k]) : 0;
        const Real to_high = k + 1 < n ? seconds / (dc[k] * df[k + 1]) : 0;
        EACH_LANE(l) {
          const Real now = e[here + l], positive = now > 1e-9_r ? now : 1e-9_r;
          const Real sink = loss[l] / positive - 0.5_r * sqrt(positive) / depth;
          const Real from_low = to_low * k_e[low + l], from_high = to_high * k_e[high + l];
          const Real factor = 1 / (1 + from_low + from_high - seconds * sink - from_low * upper_below[l]);
          upper[l] = upper_below[l] = from_high * factor;
          e[here + l] = right_below[l] = (now + seconds * gain[l] + from_low * right_below[l]) * factor;
        }
      }
      Real value[B::width];
      EACH_LANE(l) value[l] = 0;
      for (int k = n - 1; k >= 0; --k) {
        const Real* const upper = b.scratch(2, k);
        const auto here = b.cell(k);
        EACH_LANE(l) e[here + l] = value[l] = e[here + l] + upper[l] * value[l];
      }
    }
  }

 private:
  STENCIL_FUNCTION static Real least(Real p, Real q) { return p < q ? p : q; }
  STENCIL_FUNCTION static Real most(Real p, Real q) { return p > q ? p : q; }

  template <bool AtEnd, class B>
  STENCIL_FUNCTION __attribute__((always_inline)) static void at_face(const Raw& x, const B& b, int k, int l) {
    using std::sqrt;
    const int n = x.levels;
    const auto clipped = [&](int i) { return !AtEnd ? i : i < 0 ? 0 : i > n - 1 ? n - 1 : i; };
    const auto low = b.cell(clipped(k - 1)), high = b.cell(clipped(k)), higher = b.cell(clipped(k + 1)), at = b.face(k);
    const Real inverse = 1 / x.dz_faces[k], inverse_above = AtEnd && k >= n - 1 ? 0 : 1 / x.dz_faces[k + 1];
    const Real down = -x.z_faces[k];
    const Real* const e = x.in[3];
    const Real du = (x.in[0][high + l] - x.in[0][low + l]) * inverse;
    const Real dv = (x.in[1][high + l] - x.in[1][low + l]) * inverse;
    const Real s2 = du * du + dv * dv;
    const Real n2 = (x.in[2][high + l] - x.in[2][low + l]) * inverse;
    const Real n2_above = (x.in[2][higher + l] - x.in[2][high + l]) * inverse_above;
    const Real v_low = sqrt(most(e[low + l], 0)), v_high = sqrt(most(e[high + l], 0));
    const Real w = 0.5_r * (v_low + v_high), w3 = 0.5_r * (v_low * v_low * v_low + v_high * v_high * v_high);
    const Real flux = x.in[4][b.first + l], depth = -x.z_faces[0], smallest = 1e-11_r;
    const Real wall = least(1.131_r * down, 0.28_r * (depth - down));
    const Real stable = n2 > 0 ? least(wall, w / sqrt(most(n2, 1e-30_r))) : wall;
    const Real ri = n2 == 0 ? 0 : n2 / most(s2, 1e-30_r);
    const Real ramp = least(most((ri - 0.254_r) / 1.02_r, 0), 1);
    const Real plume = most(1 - 0.505_r * down * w * s2 / (flux + smallest), 0);
    const bool loses_heat = flux > smallest;
    const bool convecting = loses_heat && n2 < 0;
    const bool entraining = loses_heat && n2 > 0 && n2_above < 0;
    const Real convective = w3 / (flux + smallest) * plume, entrained = flux / (w * n2 + smallest);
    const auto diffusivity = [&](Real of_high, Real of_low, Real unstable, Real c_convective, Real c_entraining) {
      const Real sigma = ri < 0 ? unstable : of_low + (of_high - of_low) * ramp;
      const Real lifted = convecting ? c_convective * convective : entraining ? c_entraining * entrained : 0;
      const Real k_here = least(least(most(sigma * stable, lifted), depth) * w, 10);
      return k_here == k_here ? k_here : 0;
    };
    x.out[0][at + l] = diffusivity(0.242_r, 0.361_r, 0.370_r, 3.705_r, 0);
    x.out[1][at + l] = diffusivity(0.098_r, 0.369_r, 0.572_r, 4.793_r, 0.112_r);
    x.out[2][at + l] = diffusivity(0.548_r, 7.863_r, 1.447_r, 3.642_r, 0);
  }
  template <bool AtEnd, class B>
  STENCIL_FUNCTION static void face(const Raw& x, const B& b, int k) {
    EACH_LANE(l) at_face<AtEnd>(x, b, k, l);
  }
};

}  // namespace race
