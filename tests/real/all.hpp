// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

#include "breeze.hpp"
#include "climaatmos_advection.hpp"
#include "climaatmos_physics.hpp"
#include "climaatmos_turbulence.hpp"
#include "climaland.hpp"
#include "cvmix.hpp"
#include "dwarfs.hpp"
#include "e3sm.hpp"
#include "e3sm_clouds.hpp"
#include "gotm.hpp"
#include "icon.hpp"
#include "oceananigans.hpp"

/// Expressions by name, for a backend to be compared with another.
namespace real_models {

/// visit(name, values) for the widest expressions: a march, Newton's iteration, point functions and gradients.
template <class OnGrid, class Visit>
void each_wide(const OnGrid& on, const Visit& visit) {
  visit("ICON, precipitation", icon::precipitation(on));
  visit("HOMME, vertical solve", e3sm::homme_vertical_solve(on));
  visit("ClimaAtmos, diffusivities", climaatmos::face_diffusivities(on));
}

/// The same for a choice of expressions that has every kind of operation.
template <class OnGrid, class Visit>
void each_kind(const OnGrid& on, const Visit& visit) {
  visit("ICON, implicit w", icon::vertically_implicit_solver(on));
  each_wide(on, visit);
  visit("SHOC, third moment", e3sm::shoc_third_moment(on));
  const OnGrid in_the_sea{ColumnGrid::uniform(on.grid.levels(), -100.0, 0.0, on.grid.columns()), on.how};
  visit("GOTM, diffusion", gotm::diffusion_at_centers(in_the_sea));
  visit("DYCOMS, longwave", climaatmos::dycoms_longwave(on));
  visit("ClimaAtmos, overlap", climaatmos::maximum_random_overlap(on));
  visit("Kessler", breeze::kessler(on));
  visit("vertical advection", dwarfs::vertical_advection(on));
}

/// The same for those that repeat passes, ask tables, and solve systems of centers and faces.
template <class OnGrid, class Visit>
void each_of_clouds(const OnGrid& on, const Visit& visit) {
  visit("P3, rain", e3sm::rain_sedimentation(on));
  visit("CLUBB, parcels", e3sm::parcel_length(on));
  visit("CLUBB, moments of w", e3sm::second_and_third_moment(on));
  visit("HOMME, remap", e3sm::ppm_remap(on));
}

/// The same for more marches, which devices' compilers are quick with: with arrays in the state, and along faces.
template <class OnGrid, class Visit>
void each_march(const OnGrid& on, const Visit& visit) {
  visit("ClimaAtmos, gravity waves", climaatmos::gravity_waves(on));
  visit("ClimaAtmos, hydrostatic pressure", climaatmos::hydrostatic_pressure(on));
}

/// How far values are from others, measured against the largest of a result; powers and exponentials may differ in
/// their last digits.
inline double distance(const Values& some, const Values& others) {
  double worst = some.size() == others.size() ? 0 : 1;
  for (std::size_t i = 0; worst == 0 && i < some.size(); ++i) worst = some[i].size() == others[i].size() ? 0 : 1;
  for (std::size_t i = 0; worst < 1 && i < some.size(); ++i) {
    double largest = 0, off = 0;
    for (std::size_t k = 0; k < some[i].size(); ++k) {
      largest = std::max(largest, std::abs(others[i][k]));
      const double here = std::abs(some[i][k] - others[i][k]);
      off = here <= off ? off : here;  // a NaN stays
    }
    if (!(off <= worst * largest)) worst = off / largest;
  }
  return worst;
}

}  // namespace real_models
