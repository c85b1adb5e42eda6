// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <tuple>
#include <type_traits>

#include "race.hpp"

namespace race {

/// Energy per mass and total water of a parcel of air.
template <class T>
struct Parcel {
  T energy, water;
};

/// A parcel of air that rises from the lowest level and mixes with the air around it, 1 / m of `mixing`: its buoyancy
/// in m / s2, where it is saturated found by Newton's steps; the energy that its ascent gives from its level of free
/// convection to that of no buoyancy, and what it takes below, both in J / kg; and tendencies of a shallow scheme that
/// spends that energy in an hour: warming in K / s where the parcel rises, as much water rained out as warms the
/// column. Saturation by Bolton (1980), doi 10.1175/1520-0493(1980)108<1046:TCOEPT>2.0.CO;2.
template <class T>
struct Ascent {
  static constexpr T cp = T(1004), latent = T(2.5e6), g = T(9.81), gas = T(287);
  static constexpr int newton_steps = 4;

  struct Saturation {
    T humidity, slope;  ///< kg / kg, and per K
  };
  STENCIL_FUNCTION static Saturation saturation(T t, T p) {
    using std::exp;
    const T warm = 1 / (t - T(29.65));
    const T e = T(611.2) * exp(T(17.67) * (t - T(273.15)) * warm), dry = 1 / (p - T(0.378) * e);
    const T humidity = T(0.622) * e * dry;
    return {humidity, humidity * p * dry * T(17.67 * (273.15 - 29.65)) * warm * warm};
  }
  struct State {
    T buoyancy, cloudy;
  };
  /// Of a parcel in air of temperature t, humidity q and pressure p at height z.
  STENCIL_FUNCTION static State state(const Parcel<T>& parcel, T t, T q, T p, T z) {
    const T rest = parcel.energy - g * z;
    T inside = (rest - latent * parcel.water) / cp, vapour = parcel.water, cloudy = 0;
    if (vapour > saturation(inside, p).humidity) {
      inside = t;
      for (int step = 0; step < newton_steps; ++step) {
        const Saturation s = saturation(inside, p);
        inside -= (cp * inside + latent * s.humidity - rest) / (cp + latent * s.slope);
      }
      vapour = saturation(inside, p).humidity;
      cloudy = 1;
    }
    const T light = inside * (1 + T(0.608) * vapour), around = t * (1 + T(0.608) * q);
    return {g * (light - around) / around, cloudy};
  }

  STENCIL_FUNCTION auto operator()(auto t, auto q, auto p, auto mixing) const {
    const auto z = heights(Center{});
    const auto level = level_index(Center{});
    // Copies, since an expression takes its numbers by reference, and a device has no static members to refer to.
    const T capacity = cp, per_mass = latent, gravity = g, constant = gas;
    const auto energy = capacity * t + gravity * z + per_mass * q;
    const auto start = make<Parcel<T>>(at_level(energy, 0), at_level(q, 0));
    const auto [buoyancy, cloudy] = march(
        from_bottom, start,
        [](Parcel<T>& parcel, T h_k, T q_k, T t_k, T p_k, T z_k, T dz, auto k, T rate) {
          using std::exp;
          const T kept = k > 0 ? exp(-rate * dz) : T(1);
          parcel.energy = h_k + (parcel.energy - h_k) * kept;
          parcel.water = q_k + (parcel.water - q_k) * kept;
          const State here = state(parcel, t_k, q_k, p_k, z_k);
          return results(here.buoyancy, here.cloudy);
        },
        energy, q, t, p, z, spacing(Center{}), level, mixing);
    const auto rises = buoyancy > 0.0 && cloudy > 0.5;
    const auto lowest = first_level_where(rises), highest = first_level_where(rises, from_top);
    const auto inside = lowest >= 0 && level >= lowest && level <= highest;
    const auto given = column_integral(where(inside, max(buoyancy, 0.0), 0.0));
    const auto taken = -column_integral(where(level < lowest, min(buoyancy, 0.0), 0.0));
    const auto z_lowest = at_level(z, lowest, 0.0);
    const auto depth = max(at_level(z, highest, 0.0) - z_lowest, 200.0);
    const auto part = clamp((z - z_lowest) / depth, 0.0, 1.0);
    const auto warming = where(inside && given > taken, given / 3600.0 / capacity * 4.0 * part * (1.0 - part), 0.0);
    const auto drying = where(inside, exp(-3.0 * part), 0.0);
    const auto rho = p / (constant * t);
    const auto scale =
        column_integral(rho * warming) * (capacity / per_mass) / max(column_integral(rho * drying), 1e-30);
    return results(warming, -scale * drying, buoyancy, given, taken);
  }
};

struct Case {
  static constexpr const char* name = "ascent";
  static constexpr int scratch = 0;
  static constexpr int parts = 1;
  static constexpr bool threads_can_sweep = true;  ///< cuda::ColumnPerThread is measured too
  static ColumnGrid grid(std::size_t columns) { return ColumnGrid::stretched(most_levels, 0.0, 18e3, 100.0, columns); }
  template <class Make>
  static auto arguments(Make& make) {
    const auto warm = [](double z, std::size_t column) {
      return std::fmax(302.0 + 2 * std::sin(0.3 * static_cast<double>(column)) - 0.0068 * z, 205.0);
    };
    const auto moist = [&](double z, std::size_t column) {
      const double p = 1e5 * std::exp(-z / 7800), near = 0.88 + 0.05 * std::sin(0.7 * static_cast<double>(column));
      return near * std::exp(-z / 6000) * Ascent<double>::saturation(warm(z, column), p).humidity;
    };
    return std::tuple{
        make.centers("t", warm), make.centers("q", moist),
        make.centers("p", [](double z, std::size_t) { return 1e5 * std::exp(-z / 7800); }),
        make.surface("mixing", [](std::size_t column) { return 1e-5 * static_cast<double>(1 + column % 5); })};
  }
  template <class Make>
  static auto results(Make& make) {
    return std::tuple{make.at_centers("warming"), make.at_centers("drying"), make.at_centers("buoyancy"),
                      make.at_surface("given"), make.at_surface("taken")};
  }
  template <class All>
  static auto call(const All& all) {
    const auto& [t, q, p, mixing] = all;
    return columnwise(Ascent<typename std::remove_cvref_t<decltype(t)>::value_type>{})(t, q, p, mixing);
  }

  template <class B>
  STENCIL_FUNCTION static void by_hand(const Raw& x, const B& b) {
    using std::exp;
    using A = Ascent<Real>;
    const Real* const t = x.in[0];
    const Real* const q = x.in[1];
    const Real* const p = x.in[2];
    Real* const buoyancy = x.out[2];
    const int n = x.levels;
    Parcel<Real> parcel[B::width];
    int lowest[B::width], highest[B::width];
    Real given[B::width], taken[B::width], warms[B::width], dries[B::width], least[B::width], depth[B::width];
    EACH_LANE(l) lowest[l] = highest[l] = -1, given[l] = taken[l] = warms[l] = dries[l] = 0;
    for (int k = 0; k < n; ++k) {
      const auto here = b.cell(k);
      EACH_LANE(l) {
        const Real h = A::cp * t[here + l] + A::g * x.z_centers[k] + A::latent * q[here + l];
        const Real kept = k > 0 ? exp(-x.in[3][b.first + l] * x.dz_centers[k]) : Real(0);
        parcel[l].energy = k > 0 ? h + (parcel[l].energy - h) * kept : h;
        parcel[l].water = k > 0 ? q[here + l] + (parcel[l].water - q[here + l]) * kept : q[here + l];
        const auto state = A::state(parcel[l], t[here + l], q[here + l], p[here + l], x.z_centers[k]);
        buoyancy[here + l] = state.buoyancy;
        const bool rises = state.buoyancy > 0 && state.cloudy > 0.5_r;
        lowest[l] = rises && lowest[l] < 0 ? k : lowest[l];
        highest[l] = rises ? k : highest[l];
      }
    }
    for (int k = 0; k < n; ++k) {
      const auto here = b.cell(k);
      EACH_LANE(l) {
        const Real up = buoyancy[here + l], energy = up * x.dz_centers[k];
        given[l] += lowest[l] >= 0 && k >= lowest[l] && k <= highest[l] && up > 0 ? energy : 0;
        taken[l] -= k < lowest[l] && up < 0 ? energy : 0;
      }
    }
    EACH_LANE(l) {
      least[l] = lowest[l] >= 0 ? x.z_centers[lowest[l]] : 0;
      const Real all = (highest[l] >= 0 ? x.z_centers[highest[l]] : 0) - least[l];
      depth[l] = all > 200 ? all : 200;
    }
    for (int k = 0; k < n; ++k) {
      const auto here = b.cell(k);
      EACH_LANE(l) {
        const Real along = (x.z_centers[k] - least[l]) / depth[l], part = along < 0 ? 0 : along > 1 ? 1 : along;
        const bool inside = lowest[l] >= 0 && k >= lowest[l] && k <= highest[l];
        const Real mass = p[here + l] / (A::gas * t[here + l]) * x.dz_centers[k];
        const Real warming = inside && given[l] > taken[l] ? given[l] / 3600 / A::cp * 4 * part * (1 - part) : 0;
        const Real drying = inside ? exp(-3 * part) : 0;
        x.out[0][here + l] = warming, x.out[1][here + l] = drying;
        warms[l] += mass * warming, dries[l] += mass * drying;
      }
    }
    EACH_LANE(l) {
      warms[l] *= -A::cp / A::latent / (dries[l] > 1e-30_r ? dries[l] : 1e-30_r);
      x.out[3][b.first + l] = given[l], x.out[4][b.first + l] = taken[l];
    }
    for (int k = 0; k < n; ++k) {
      const auto here = b.cell(k);
      EACH_LANE(l) x.out[1][here + l] *= warms[l];
    }
  }
};

}  // namespace race
