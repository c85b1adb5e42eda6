// SPDX-License-Identifier: BSD-3-Clause
#include "netcdf_output.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "common/unfinished_file.hpp"
#include "diagnostics.hpp"

namespace single_column {
namespace {

using stencil::netcdf::Variable;

struct ProfileVariable {
  Variable text;
  bool at_faces;
  std::vector<double> Snapshot::* values;
};
struct SeriesVariable {
  Variable text;
  double Diagnostics::* value;
};

Variable sampled(const char* name, const char* standard_name, const char* long_name, const char* units) {
  return {name, units, standard_name, long_name, "time: point"};
}

// CF has no standard names for kinematic fluxes; those have a long name only.
std::vector<ProfileVariable> profile_variables() {
  return {
      {sampled("ua", "eastward_wind", "eastward wind", "m s-1"), false, &Snapshot::u},
      {sampled("va", "northward_wind", "northward wind", "m s-1"), false, &Snapshot::v},
      {sampled("theta", "air_potential_temperature", "potential temperature", "K"), false, &Snapshot::theta},
      {sampled("uw", "", "upward kinematic flux of eastward momentum", "m2 s-2"), true, &Snapshot::flux_u},
      {sampled("vw", "", "upward kinematic flux of northward momentum", "m2 s-2"), true, &Snapshot::flux_v},
      {sampled("wtheta", "", "upward kinematic flux of potential temperature", "K m s-1"), true, &Snapshot::flux_theta},
  };
}
std::vector<SeriesVariable> series_variables() {
  return {
      {sampled("zi", "atmosphere_boundary_layer_thickness", "depth of the boundary layer, from the stress", "m"),
       &Diagnostics::depth},
      {sampled("ustar", "", "friction velocity", "m s-1"), &Diagnostics::friction_velocity},
      {sampled("wtheta_s", "", "upward kinematic heat flux at the ground", "K m s-1"), &Diagnostics::heat_flux},
  };
}

stencil::netcdf::Description describe(const Case& a_case, const std::string& history, bool single_precision) {
  stencil::netcdf::Description text;
  text.title = "Single-column boundary layer: " + a_case.name;
  text.source = "single_column, a dry boundary-layer model with a first-order closure";
  text.history = history;
  text.references = a_case.reference;
  text.time_units = "seconds since " + a_case.start_date;
  text.height_reference = "above the ground";
  text.coordinates = "lat";
  text.single_precision = single_precision;
  return text;
}

}  // namespace

NetcdfOutput::NetcdfOutput(const std::string& path, const Case& a_case, const std::string& history,
                           bool single_precision)
    : NetcdfOutput(path, a_case, history, single_precision,
                   std::make_unique<stencil::netcdf::MadeByOne>(path, &example::reject_output)) {}
NetcdfOutput::NetcdfOutput(const std::string& path, const Case& a_case, const std::string& history,
                           bool single_precision, std::unique_ptr<stencil::netcdf::Making> making)
    : output_(path, describe(a_case, history, single_precision), std::move(making)), latitude_(a_case.latitude) {}

void NetcdfOutput::begin(const Geometry& geometry) {
  geometry_ = geometry;
  grid_ = stencil::ColumnGrid::from_faces(geometry.z_faces, geometry.columns);
  std::vector<int> members(geometry.columns);
  for (std::size_t h = 0; h < members.size(); ++h)
    members[h] = static_cast<int>((geometry.first + h) * geometry.column_step);
  output_.write_values<stencil::Surface, int>(
      *grid_, members, {"column", "1", "realization", "member of the ensemble; 0 is not perturbed"});
  output_.write(latitude_, {"lat", "degrees_north", "latitude", "latitude"});
}

void NetcdfOutput::write(const Snapshot& snapshot) {
  if (!grid_) throw std::logic_error("NetcdfOutput::begin comes before write");
  const stencil::ColumnGrid& grid = *grid_;
  output_.at_time(snapshot.time);
  for (const ProfileVariable& variable : profile_variables()) {
    const std::span<const double> values(snapshot.*variable.values);
    if (variable.at_faces) {
      output_.write_values<stencil::Face>(grid, values, variable.text);
    } else {
      output_.write_values<stencil::Center>(grid, values, variable.text);
    }
  }
  for (const SeriesVariable& variable : series_variables()) {
    std::vector<double> values(geometry_.columns);
    for (std::size_t h = 0; h < values.size(); ++h) values[h] = diagnose(geometry_, snapshot, h).*variable.value;
    output_.write_values<stencil::Surface, double>(grid, values, variable.text);
  }
}

}  // namespace single_column
