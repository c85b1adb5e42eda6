// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <stencil/stencil.hpp>

#include "common/outcome.hpp"
#include "outcome.hpp"

namespace advection {

inline double pulse(double z) { return z >= 0.25 && z < 0.5 ? 1.0 : 0.0; }
inline double smooth(double z) {
  const double s = z >= 0 && z < 1 ? std::sin(std::acos(-1.0) * z) : 0.0;
  return s * s * s * s;
}
inline double shape(double z, std::size_t column) {
  return column == pulse_upward || column == pulse_downward ? pulse(z) : smooth(z);
}
inline bool goes_upward(std::size_t column) { return column < pulse_downward; }
inline stencil::ColumnGrid make_grid(Mesh mesh, int cells) {
  using stencil::ColumnGrid;
  if (mesh == Mesh::ring) return ColumnGrid::periodic(cells, 0.0, 1.0, column_count);
  return ColumnGrid::stretched(2 * cells, 0.0, 2.0, 0.5 / cells, column_count);
}
/// The Courant number in the smallest cell is 1/2.
inline int steps_on(const stencil::ColumnGrid& grid) {
  const auto dz = grid.dz_centers();
  return static_cast<int>(std::ceil(2 / *std::min_element(dz.begin(), dz.end()) - 1e-6));
}

/// The divergence of a flux, with no flux through the ends of a column; a ring has no ends.
template <class Flux>
STENCIL_FUNCTION auto divergence(const Flux& flux) {
  return stencil::DivergenceF2C(stencil::no_flux)(flux);
}
/// The second-order flux of Lax and Wendroff minus the upwind flux.
template <class X, class Wind>
STENCIL_FUNCTION auto excess(const X& x, const Wind& wind, double dt) {
  using namespace stencil;
  return 0.5 * abs(wind) * (spacing(Face{}) - dt * abs(wind)) * GradientC2F()(x);
}

/// A step with the upwind flux and what a limiter leaves of the excess.
template <class Limiter>
struct LimitedStep {
  double dt;  // [s]
  Limiter limiter;

  STENCIL_FUNCTION auto operator()(auto x, auto wind) const {
    using namespace stencil;
    const auto flux = UpwindBiasedProductC2F()(wind, x) + TVDLimitedFluxC2F(limiter)(excess(x, wind, dt), x, wind);
    return results(x - dt * divergence(flux));
  }
};
/// A step with the upwind flux, and then with what a correction leaves of the excess.
template <class Correction>
struct CorrectedStep {
  double dt;  // [s]
  Correction correction;

  STENCIL_FUNCTION auto operator()(auto x, auto wind) const {
    using namespace stencil;
    const auto carried = x - dt * divergence(UpwindBiasedProductC2F()(wind, x));
    return results(carried - dt * divergence(correction(excess(x, wind, dt), x, carried)));
  }
};
struct BorisBook {
  double dt;  // [s]
  STENCIL_FUNCTION auto operator()(auto flux, auto, auto carried) const {
    return stencil::FCTBorisBook(dt)(flux, carried);
  }
};
struct Zalesak {
  double dt;  // [s]
  STENCIL_FUNCTION auto operator()(auto flux, auto x, auto carried) const {
    return stencil::FCTZalesak(dt)(flux, x, carried);
  }
};

/// dx/dt + d(w x)/dz = 0, w = 1 m/s upward or downward, by one flux after the other. One source for all backends.
template <class Backend>
class Carrier {
  using Centers = stencil::CenterField<double, Backend>;
  using Faces = stencil::FaceField<double, Backend>;

 public:
  Carrier(Mesh mesh, int cells)
      : mesh_(mesh),
        grid_(make_grid(mesh, cells)),
        steps_(steps_on(grid_)),
        dt_(1.0 / steps_),
        wind_(grid_),
        x_(grid_),
        next_(grid_),
        stage_(grid_) {
    wind_.fill([](double, std::size_t column) { return goes_upward(column) ? 1.0 : -1.0; });
  }

  std::vector<Outcome> all() {
    using namespace stencil;
    const auto upwind = UpwindBiasedProductC2F();
    one_stage("UpwindBiasedProductC2F", Keeps::bounds, 1, upwind);
    three_stages("Upwind3rdOrderBiasedProductC2F", 3, Upwind3rdOrderBiasedProductC2F());
    three_stages("WENO5ProductC2F", 5, WENO5ProductC2F(1e-6));
    one_stage("LinVanLeerC2F, AlgebraicMean", Keeps::nothing, 2, LinVanLeerC2F(dt_, AlgebraicMean{}));
    one_stage("LinVanLeerC2F, PositiveDefinite", Keeps::sign, 2, LinVanLeerC2F(dt_, PositiveDefinite{}));
    one_stage("LinVanLeerC2F, MonotoneHarmonic", Keeps::bounds, 2, LinVanLeerC2F(dt_, MonotoneHarmonic{}));
    one_stage("LinVanLeerC2F, MonotoneLocalExtrema", Keeps::bounds, 2, LinVanLeerC2F(dt_, MonotoneLocalExtrema{}));
    one_stage("PPMC2F", Keeps::bounds, 3, PPMC2F(dt_));
    limited("Zero", Keeps::bounds, 1, limiter::Zero{});
    limited("Half", Keeps::nothing, 1, limiter::Half{});
    limited("One", Keeps::nothing, 2, limiter::One{});
    limited("MinMod", Keeps::bounds, 2, MinMod{});
    limited("Koren", Keeps::bounds, 2, Koren{});
    limited("Superbee", Keeps::bounds, 2, Superbee{});
    limited("MonotonizedCentral", Keeps::bounds, 2, MonotonizedCentral{});
    limited("VanLeer", Keeps::bounds, 2, VanLeer{});
    corrected("FCTBorisBook", BorisBook{dt_});
    corrected("FCTZalesak", Zalesak{dt_});
    return std::move(outcomes_);
  }

 private:
  /// The profile before and after, in this column.
  double start(double z, std::size_t column) const {
    return mesh_ == Mesh::ring || goes_upward(column) ? shape(z, column) : shape(z - 1, column);
  }
  double end(double z, std::size_t column) const {
    return mesh_ == Mesh::ring || !goes_upward(column) ? shape(z, column) : shape(z - 1, column);
  }
  template <class Flux>
  void one_stage(const std::string& scheme, Keeps keeps, int order, const Flux& flux) {
    turn(scheme, keeps, order, [&] { x_ = x_ - dt_ * divergence(flux(wind_, x_)); });
  }
  /// Shu and Osher's scheme, of third order in time, written with increments: so rounding errors are small beside a
  /// change.
  template <class Flux>
  void three_stages(const std::string& scheme, int order, const Flux& flux) {
    const auto step = [&](const Centers& x) { return x - dt_ * divergence(flux(wind_, x)); };
    turn(scheme, Keeps::nothing, order, [&] {
      stage_ = step(x_);
      next_ = x_ + 0.25 * (step(stage_) - x_);
      x_ = x_ + 2.0 / 3.0 * (step(next_) - x_);
    });
  }
  template <class Limiter>
  void limited(const std::string& name, Keeps keeps, int order, Limiter limiter) {
    const auto step = stencil::columnwise(LimitedStep<Limiter>{dt_, limiter});
    turn("TVDLimitedFluxC2F, " + name, keeps, order, [&] { x_ = step(x_, wind_); });
  }
  template <class Correction>
  void corrected(const std::string& scheme, const Correction& correction) {
    const auto step = stencil::columnwise(CorrectedStep<Correction>{dt_, correction});
    turn(scheme, Keeps::bounds, 2, [&] { x_ = step(x_, wind_); });
  }

  template <class Step>
  void turn(const std::string& scheme, Keeps keeps, int order, const Step& step) {
    x_.fill([this](double z, std::size_t column) { return start(z, column); });
    const std::vector<double> before = x_.to_host();
    Outcome o;
    o.scheme = scheme;
    o.keeps = keeps;
    o.order = order;
    for (int i = 0; i < steps_; ++i) {
      step();
      o.profile = x_.to_host();
      for (const double value : o.profile) {
        example::raise(o.undershoot, -value);
        example::raise(o.overshoot, value - 1);
      }
    }
    for (std::size_t column = 0; column < column_count; ++column) {
      const auto cells = static_cast<std::size_t>(grid_.levels());
      double squares = 0, content = 0, difference = 0;
      for (std::size_t k = 0; k < cells; ++k) {
        const double now = o.profile[column * cells + k], first = before[column * cells + k];
        const double dz = grid_.dz_centers()[k], error = now - end(grid_.z_centers()[k], column);
        squares += error * error * dz;
        content += first * dz;
        difference += (now - first) * dz;
      }
      example::raise(o.mass_drift, std::abs(difference) / content);
      const bool is_pulse = column == pulse_upward || column == pulse_downward;
      double& worst = is_pulse ? o.pulse_error : o.smooth_error;
      example::raise(worst, std::sqrt(squares));
    }
    outcomes_.push_back(std::move(o));
  }

  Mesh mesh_;
  stencil::ColumnGrid grid_;
  int steps_;
  double dt_;  // [s]
  Faces wind_;
  Centers x_, next_, stage_;
  std::vector<Outcome> outcomes_;
};

}  // namespace advection
