// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport.hpp"

namespace oracle {

/// The cell at an offset in the wind's direction from a face: 0 is the upwind one, -1 the next across the face.
struct Upwind {
  long face;
  bool upward;
  long operator()(long cells_back) const { return upward ? face - 1 - cells_back : face + cells_back; }
};

/// Both fluxes of a face, and the one that the wind chooses.
template <class Flux>
Number chosen_by(Number wind, Flux flux) {
  return where(wind > Number(0.0), flux(true), flux(false));
}

/// A limiter's value, by the definition in terms of r.
inline Number koren(Number upstream, Number across) {
  const Number none(0.0);
  const Number r = upstream / across;
  const Number part = min(min(Number(2.0) * r, (Number(1.0) + Number(2.0) * r) / Number(3.0)), Number(2.0));
  return max(none, part);
}
inline Faces tvd_limited_flux_c2f(const Around& at, const Faces& a, const Centers& x, const Faces& u) {
  return at.each<Location::face>([&](long j, bool, bool) {
    if (!at.periodic() && (j < 2 || j > at.cells() - 2)) return Number(0.0);
    const Number across = at(x, j) - at(x, j - 1);
    if (across.value == 0) return Number(0.0);
    const Number above = at(a, j) * koren(at(x, j + 1) - at(x, j), across);
    const Number below = at(a, j) * koren(at(x, j - 1) - at(x, j - 2), across);
    return where(at(u, j) < Number(0.0), above, below);
  });
}

inline Faces fct_boris_book(const Around& at, Number dt, const Faces& a, const Centers& x) {
  return at.each<Location::face>([&](long j, bool, bool) {
    const Number none(0.0);
    if (!at.periodic() && (j < 2 || j > at.cells() - 2)) return none;
    const auto limited = [&](Number flux, double sign) {
      const Number upper = Number(sign) * (at(x, j + 1) - at(x, j)) * at.dc(j) / dt;
      const Number lower = Number(sign) * (at(x, j - 1) - at(x, j - 2)) * at.dc(j - 1) / dt;
      return Number(sign) * max(none, min(abs(flux), min(upper, lower)));
    };
    return where(at(a, j) < none, limited(at(a, j), -1), limited(at(a, j), 1));
  });
}

/// With the differences kept between local extremes; Courant numbers by df.
inline Faces lin_van_leer_c2f(const Around& at, Number dt, const Faces& w, const Centers& x) {
  const auto difference = [&](long cell) {
    const bool lacks = !at.periodic() && (cell == 0 || cell == at.cells() - 1);
    if (lacks) return Number(0.0);
    const Number low = at(x, cell - 1), value = at(x, cell), high = at(x, cell + 1);
    const Number mean = ((value - low) + (high - value)) / Number(2.0);
    const Number room = min(value - min(value, min(low, high)), max(value, max(low, high)) - value);
    const Number size = min(abs(mean), Number(2.0) * room);
    return where(mean < Number(0.0), -size, size);
  };
  return at.each<Location::face>([&](long j, bool bottom, bool top) {
    const Number wind = at(w, j);
    const Number rest = (Number(1.0) - abs(wind) * dt / at.df(j)) / Number(2.0);
    return chosen_by(wind, [&](bool upward) {
      const long cell = Upwind{j, upward}(0);
      const bool outside = upward ? bottom : top;
      if (outside) {
        const Condition& condition = bottom ? at.at_bottom() : at.at_top();
        return wind * (condition.kind == Kind::set_value ? condition.value : at(x, bottom ? 0 : j - 1));
      }
      const Number over = difference(cell) * rest;
      return wind * (at(x, cell) + (upward ? over : -over));
    });
  });
}

/// Toward the bottom (side -1) or the top (side +1), by the widest formula that fits.
inline Faces biased_3rd_order_c2f(const Around& at, const Centers& x, int side) {
  return at.each<Location::face>([&](long j, bool bottom, bool top) {
    const bool from_below = side < 0;
    const Upwind cell{j, from_below};
    const Condition& condition = bottom ? at.at_bottom() : at.at_top();
    if ((bottom || top) && condition.kind == Kind::set_value) return condition.value;
    if (from_below ? bottom : top) return at(x, cell(-1));
    const Number near = at(x, cell(0));
    if (bottom || top) return at.cells() == 1 ? near : (Number(3.0) * near - at(x, cell(1))) / Number(2.0);
    const Number across = at(x, cell(-1));
    const bool only_one = !at.periodic() && (from_below ? j == 1 : j == at.cells() - 1);
    if (only_one) return (near + across) / Number(2.0);
    return (Number(10.0) * near - Number(2.0) * at(x, cell(1)) + Number(4.0) * across) / Number(12.0);
  });
}
inline Centers biased_3rd_order_f2c(const Around& at, const Faces& x, int side) {
  return at.each<Location::center>([&](long i, bool bottom, bool top) {
    const long near = side < 0 ? i : i + 1, across = side < 0 ? i + 1 : i;
    if (side < 0 ? bottom : top) return (at(x, near) + at(x, across)) / Number(2.0);
    return (Number(10.0) * at(x, near) - Number(2.0) * at(x, near + side) + Number(4.0) * at(x, across)) / Number(12.0);
  });
}

}  // namespace oracle
