// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "ends.hpp"
#include "functions.hpp"

namespace oracle {

/// What operators of a velocity and a value read of one column: neighbours that know of the ring, and the ends.
class Around {
 public:
  Around(const Mesh& mesh, const Conditions& given)
      : mesh_(mesh), given_(given), n_(static_cast<long>(mesh.levels())) {}

  long cells() const { return n_; }
  bool bottom(long row) const { return !mesh_.periodic() && row == 0; }
  bool top(long row, long rows) const { return !mesh_.periodic() && row == rows - 1; }
  const Condition& at_bottom() const { return given_.bottom; }
  const Condition& at_top() const { return given_.top; }
  bool periodic() const { return mesh_.periodic(); }

  template <Location where>
  Number operator()(const Profile<where>& x, long row) const {
    return x.values[index(row)];
  }
  Number dc(long cell) const { return mesh_.dc(index(cell)); }
  Number df(long face) const { return mesh_.df(index(face)); }

  template <Location where, class Formula>
  Profile<where> each(Formula formula) const {
    Profile<where> result;
    const long rows = where == Location::face ? n_ + 1 : n_;
    for (long row = 0; row < rows; ++row) result.values.push_back(formula(row, bottom(row), top(row, rows)));
    return result;
  }

 private:
  std::size_t index(long row) const { return static_cast<std::size_t>(mesh_.periodic() ? (row % n_ + n_) % n_ : row); }

  const Mesh& mesh_;
  const Conditions& given_;
  long n_;
};

/// At an end of a center value: SetValue, SetGradient times half a cell, or the value inside.
inline Number end_value(const Condition& condition, Number inside, Number half_cell_up) {
  if (condition.kind == Kind::set_value) return condition.value;
  if (condition.kind == Kind::set_gradient) return inside + half_cell_up * condition.value;
  return inside;
}

inline Faces linear_interpolate_c2f(const Around& at, const Centers& x) {
  return at.each<Location::face>([&](long j, bool bottom, bool top) {
    if (!bottom && !top) return (at.dc(j) * at(x, j - 1) + at.dc(j - 1) * at(x, j)) / (at.dc(j - 1) + at.dc(j));
    const Condition& condition = bottom ? at.at_bottom() : at.at_top();
    const Number up = at.df(j) / Number(bottom ? -2.0 : 2.0);
    const Number inside = at(x, bottom ? 0 : j - 1);
    const bool given = condition.kind == Kind::set_value || condition.kind == Kind::set_gradient;
    if (given || at.cells() == 1) return end_value(condition, inside, up);
    const Number slope = bottom ? (at(x, 1) - inside) / at.df(1) : (inside - at(x, j - 2)) / at.df(j - 1);
    return inside + slope * up;
  });
}

inline Number weighted_mean(Number w, Number x, Number v, Number y) { return (w * x + v * y) / (w + v); }

inline Faces weighted_interpolate_c2f(const Around& at, const Centers& w, const Centers& x) {
  return at.each<Location::face>([&](long j, bool bottom, bool top) {
    if (bottom) return end_value(at.at_bottom(), at(x, 0), -at.df(j) / Number(2.0));
    if (top) return end_value(at.at_top(), at(x, j - 1), at.df(j) / Number(2.0));
    return weighted_mean(at(w, j - 1), at(x, j - 1), at(w, j), at(x, j));
  });
}
inline Centers weighted_interpolate_f2c(const Around& at, const Faces& w, const Faces& x) {
  return at.each<Location::center>(
      [&](long i, bool, bool) { return weighted_mean(at(w, i), at(x, i), at(w, i + 1), at(x, i + 1)); });
}

/// The distance from a row to the next one above: between centers, or over a cell.
template <Location where>
Number step(const Around& at, long row) {
  return where == Location::center ? at.df(row + 1) : at.dc(row);
}

template <Location where>
Profile<where> upwind_biased_gradient(const Around& at, const Profile<where>& w, const Profile<where>& x) {
  return at.each<where>([&](long k, bool bottom, bool top) {
    if (bottom && top) return Number(0.0);
    const Number none(0.0);
    const Number below = bottom ? none : (at(x, k) - at(x, k - 1)) / step<where>(at, k - 1);
    const Number above = top ? none : (at(x, k + 1) - at(x, k)) / step<where>(at, k);
    if (bottom || top) return bottom ? above : below;
    return oracle::where(at(w, k) > none, below, above);
  });
}

/// Advection at centers, with or without the sign of the velocity: AdvectionC2C and FluxCorrectionC2C.
inline Centers advection_c2c(const Around& at, const Faces& w, const Centers& x) {
  return at.each<Location::center>([&](long i, bool bottom, bool top) {
    const auto term = [&](long face, bool at_end, const Condition& condition) {
      if (!at_end) return at(w, face) * ((at(x, face) - at(x, face - 1)) / at.df(face));
      if (condition.kind != Kind::set_value) return Number(0.0);
      const Number difference = Number(2.0) * (at(x, i) - condition.value) / at.df(face);
      return at(w, face) * (face == i ? difference : -difference);
    };
    const Number below = term(i, bottom, at.at_bottom()), above = term(i + 1, top, at.at_top());
    const bool lacks_below = bottom && at.at_bottom().kind != Kind::set_value;
    const bool lacks_above = top && at.at_top().kind != Kind::set_value;
    return lacks_below || lacks_above ? below + above : (below + above) / Number(2.0);
  });
}
inline Faces advection_f2f(const Around& at, const Faces& w, const Faces& x) {
  return at.each<Location::face>([&](long j, bool bottom, bool top) {
    const long low = bottom ? j : j - 1, high = top ? j : j + 1;
    const Number span = bottom ? at.dc(j) : top ? at.dc(j - 1) : at.dc(j - 1) + at.dc(j);
    return at(w, j) * ((at(x, high) - at(x, low)) / span);
  });
}
template <Location where, Location between>
Profile<where> flux_correction(const Around& at, const Profile<between>& w, const Profile<where>& x) {
  const long above = where == Location::center ? 1 : 0;  // a row's wind above, counted in the rows of the wind
  return at.each<where>([&](long k, bool bottom, bool top) {
    Number sum(0.0);
    if (!bottom) sum = abs(at(w, k + above - 1)) * ((at(x, k - 1) - at(x, k)) / step<where>(at, k - 1));
    if (!top) sum = sum + abs(at(w, k + above)) * ((at(x, k + 1) - at(x, k)) / step<where>(at, k));
    return sum;
  });
}

inline Faces upwind_3rd_order_biased_product_c2f(const Around& at, const Faces& w, const Centers& x) {
  const auto upwind = [](Number wind, Number below, Number above) {
    return ((wind + abs(wind)) * below + (wind - abs(wind)) * above) / Number(2.0);
  };
  // Reads two cells on the side that it comes from and one on the other.
  const auto biased = [&](long far, long near, long across) {
    return (Number(10.0) * at(x, near) + Number(4.0) * at(x, across) - Number(2.0) * at(x, far)) / Number(12.0);
  };
  return at.each<Location::face>([&](long j, bool bottom, bool top) {
    if (bottom || top) {
      const Condition& condition = bottom ? at.at_bottom() : at.at_top();
      const Number inside = at(x, bottom ? 0 : j - 1);
      const Number outside = condition.kind == Kind::set_value ? condition.value : inside;
      return bottom ? upwind(at(w, j), outside, inside) : upwind(at(w, j), inside, outside);
    }
    const bool low = !at.periodic() && j == 1, high = !at.periodic() && j == at.cells() - 1;
    if (low && high) return upwind(at(w, j), at(x, 0), at(x, 1));
    const bool first = (low ? at.at_bottom() : at.at_top()).kind == Kind::first_order_one_sided;
    if (low) return upwind(at(w, j), first ? at(x, 0) : biased(2, 1, 0), biased(2, 1, 0));
    if (high) return upwind(at(w, j), biased(j - 2, j - 1, j), first ? at(x, j) : biased(j - 2, j - 1, j));
    return upwind(at(w, j), biased(j - 2, j - 1, j), biased(j + 1, j, j - 1));
  });
}

}  // namespace oracle
