// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "profile.hpp"

namespace single_column {

/// What the surface layer is told about heat.
enum class SurfaceHeat {
  temperature,  ///< the potential temperature of the surface [K]
  flux          ///< the upward kinematic heat flux [K m s-1]
};

/// A single-column case: where it starts from and what drives it. SI units; times are seconds since the start.
struct Case {
  std::string file;
  std::string name;
  std::string reference;
  std::string start_date;       ///< "2000-01-01 10:00:00"
  double duration = 0.0;        ///< [s]
  double forced_until = 0.0;    ///< [s]; infinite where the forcing is constant
  double latitude = 0.0;        ///< [degrees north]
  bool geostrophic = true;      ///< without it there is no Coriolis force either
  Profile u;                    ///< eastward wind [m s-1]
  Profile v;                    ///< northward wind [m s-1]
  Profile theta;                ///< potential temperature [K]
  ProfileSeries u_geostrophic;  ///< [m s-1]
  ProfileSeries v_geostrophic;  ///< [m s-1]
  SurfaceHeat surface_heat = SurfaceHeat::temperature;
  Series surface;                     ///< as surface_heat says
  Series roughness;                   ///< for momentum [m]
  Series roughness_heat;              ///< for heat [m]
  std::vector<std::string> left_out;  ///< what the file asks for and this model has not got, but for water
  std::vector<std::string> moisture;  ///< what of it is water

  double top() const { return theta.height.back(); }
};

}  // namespace single_column
