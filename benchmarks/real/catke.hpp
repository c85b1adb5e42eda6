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
    return std::tuple{make.centers("u", current),
                      make.centers("v", cross_current),
                      make.centers("b", buoyancy),
                      make.centers("e", energy),
                      make.surface("buoyancy_flux", surface_buoyancy_flux),
                      make.surface("depth", depth)};
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

    const double* __restrict__ const u = x.in[0];
    const double* __restrict__ const v = x.in[1];
    const double* __restrict__ const buoyancy = x.in[2];
    const double* __restrict__ const depth = x.in[5] + b.first;
    const double* __restrict__ const k_u = x.out[0];
    const double* __restrict__ const k_c = x.out[1];
    const double* __restrict__ const k_e = x.out[2];
    double* __restrict__ const e = x.out[3];
    const double* __restrict__ const dc = x.dz_centers;
    const double* __restrict__ const df = x.dz_faces;
    const double seconds = 600.0 / 3;

    double shear_below[B::width], lift_below[B::width];
    EACH_LANE(l) shear_below[l] = lift_below[l] = 0;
    for (int k = 0; k < n; ++k) {
      double *const gain = b.scratch(0, k), *const loss = b.scratch(1, k);
      const auto here = b.cell(k), above = b.cell(k + 1 < n ? k + 1 : k), next = b.face(k + 1);
      const double inverse = 1 / df[k + 1];
      EACH_LANE(l) {
        const double du = (u[above + l] - u[here + l]) * inverse, dv = (v[above + l] - v[here + l]) * inverse;
        const double shear = k_u[next + l] * (du * du + dv * dv);
        const double lift = -k_c[next + l] * ((buoyancy[above + l] - buoyancy[here + l]) * inverse);
        const double mean = 0.5 * (lift_below[l] + lift);
        gain[l] = 0.5 * (shear_below[l] + shear) + (mean > 0 ? mean : 0);
        loss[l] = mean < 0 ? mean : 0;
        shear_below[l] = shear, lift_below[l] = lift;
        e[here + l] = x.in[3][here + l];
      }
    }
    for (int step = 0; step < 3; ++step) {
      double upper_below[B::width], right_below[B::width];
      EACH_LANE(l) upper_below[l] = right_below[l] = 0;
      for (int k = 0; k < n; ++k) {
        const double *const gain = b.scratch(0, k), *const loss = b.scratch(1, k);
        double* const upper = b.scratch(2, k);
        const auto here = b.cell(k), low = b.face(k), high = b.face(k + 1);
        const double to_low = k > 0 ? seconds / (dc[k] * df[k]) : 0;
        const double to_high = k + 1 < n ? seconds / (dc[k] * df[k + 1]) : 0;
        EACH_LANE(l) {
          const double now = e[here + l], positive = now > 1e-9 ? now : 1e-9;
          const double sink = loss[l] / positive - 0.5 * sqrt(positive) / depth[l];
          const double from_low = to_low * k_e[low + l], from_high = to_high * k_e[high + l];
          const double factor = 1 / (1 + from_low + from_high - seconds * sink - from_low * upper_below[l]);
          upper[l] = upper_below[l] = from_high * factor;
          e[here + l] = right_below[l] = (now + seconds * gain[l] + from_low * right_below[l]) * factor;
        }
      }
      double value[B::width];
      EACH_LANE(l) value[l] = 0;
      for (int k = n - 1; k >= 0; --k) {
        const double* const upper = b.scratch(2, k);
        const auto here = b.cell(k);
        EACH_LANE(l) e[here + l] = value[l] = e[here + l] + upper[l] * value[l];
      }
    }
  }

 private:
  STENCIL_FUNCTION static double least(double p, double q) { return p < q ? p : q; }
  STENCIL_FUNCTION static double most(double p, double q) { return p > q ? p : q; }

  template <bool AtEnd, class B>
  STENCIL_FUNCTION __attribute__((always_inline)) static void at_face(const Raw& x, const B& b, int k, int l) {
    using std::sqrt;
    const int n = x.levels;
    const auto clipped = [&](int i) { return !AtEnd ? i : i < 0 ? 0 : i > n - 1 ? n - 1 : i; };
    const auto low = b.cell(clipped(k - 1)), high = b.cell(clipped(k)), higher = b.cell(clipped(k + 1)), at = b.face(k);
    const double inverse = 1 / x.dz_faces[k], inverse_above = AtEnd && k >= n - 1 ? 0 : 1 / x.dz_faces[k + 1];
    const double down = -x.z_faces[k];
    const double* const e = x.in[3];
    const double du = (x.in[0][high + l] - x.in[0][low + l]) * inverse;
    const double dv = (x.in[1][high + l] - x.in[1][low + l]) * inverse;
    const double s2 = du * du + dv * dv;
    const double n2 = (x.in[2][high + l] - x.in[2][low + l]) * inverse;
    const double n2_above = (x.in[2][higher + l] - x.in[2][high + l]) * inverse_above;
    const double v_low = sqrt(most(e[low + l], 0)), v_high = sqrt(most(e[high + l], 0));
    const double w = 0.5 * (v_low + v_high), w3 = 0.5 * (v_low * v_low * v_low + v_high * v_high * v_high);
    const double flux = x.in[4][b.first + l], depth = x.in[5][b.first + l], smallest = 1e-11;
    const double wall = least(1.131 * down, 0.28 * (depth - down));
    const double stable = n2 > 0 ? least(wall, w / sqrt(most(n2, 1e-30))) : wall;
    const double ri = n2 == 0 ? 0 : n2 / most(s2, 1e-30);
    const double ramp = least(most((ri - 0.254) / 1.02, 0), 1);
    const double plume = most(1 - 0.505 * down * w * s2 / (flux + smallest), 0);
    const bool loses_heat = flux > smallest;
    const bool convecting = loses_heat && n2 < 0;
    const bool entraining = loses_heat && n2 > 0 && n2_above < 0;
    const double convective = w3 / (flux + smallest) * plume, entrained = flux / (w * n2 + smallest);
    const auto diffusivity = [&](double of_high, double of_low, double unstable, double c_convective,
                                 double c_entraining) {
      const double sigma = ri < 0 ? unstable : of_low + (of_high - of_low) * ramp;
      const double lifted = convecting ? c_convective * convective : entraining ? c_entraining * entrained : 0;
      const double k_here = least(least(most(sigma * stable, lifted), depth) * w, 10);
      return k_here == k_here ? k_here : 0;
    };
    x.out[0][at + l] = diffusivity(0.242, 0.361, 0.370, 3.705, 0);
    x.out[1][at + l] = diffusivity(0.098, 0.369, 0.572, 4.793, 0.112);
    x.out[2][at + l] = diffusivity(0.548, 7.863, 1.447, 3.642, 0);
  }
  template <bool AtEnd, class B>
  STENCIL_FUNCTION static void face(const Raw& x, const B& b, int k) {
    EACH_LANE(l) at_face<AtEnd>(x, b, k, l);
  }
};

}  // namespace race
