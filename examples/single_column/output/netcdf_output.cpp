// SPDX-License-Identifier: BSD-3-Clause
#include "netcdf_output.hpp"

#include <netcdf.h>

#include <array>
#include <cstddef>
#include <vector>

#include "diagnostics.hpp"

namespace single_column {
namespace {

/// Name and description of a variable. CF has no standard names for kinematic fluxes; those have a long name only.
struct Description {
  const char* name;
  const char* standard_name;
  const char* long_name;
  const char* units;
};

struct ProfileVariable {
  Description text;
  const char* level;  ///< its vertical dimension
  std::vector<double> Snapshot::* values;
};
struct SeriesVariable {
  Description text;
  double Diagnostics::* value;
};

constexpr std::array profile_variables{
    ProfileVariable{{"ua", "eastward_wind", "eastward wind", "m s-1"}, "z", &Snapshot::u},
    ProfileVariable{{"va", "northward_wind", "northward wind", "m s-1"}, "z", &Snapshot::v},
    ProfileVariable{{"theta", "air_potential_temperature", "potential temperature", "K"}, "z", &Snapshot::theta},
    ProfileVariable{
        {"uw", nullptr, "upward kinematic flux of eastward momentum", "m2 s-2"}, "z_face", &Snapshot::flux_u},
    ProfileVariable{
        {"vw", nullptr, "upward kinematic flux of northward momentum", "m2 s-2"}, "z_face", &Snapshot::flux_v},
    ProfileVariable{{"wtheta", nullptr, "upward kinematic flux of potential temperature", "K m s-1"},
                    "z_face",
                    &Snapshot::flux_theta},
};
constexpr std::array series_variables{
    SeriesVariable{{"zi", "atmosphere_boundary_layer_thickness", "depth of the boundary layer, from the stress", "m"},
                   &Diagnostics::depth},
    SeriesVariable{{"ustar", nullptr, "friction velocity", "m s-1"}, &Diagnostics::friction_velocity},
    SeriesVariable{{"wtheta_s", nullptr, "upward kinematic heat flux at the ground", "K m s-1"},
                   &Diagnostics::heat_flux},
};

void put_text(int file, int variable, const char* name, const std::string& text) {
  nc_put_att_text(file, variable, name, text.size(), text.c_str());
}

void put_description(int file, int variable, const Description& text) {
  if (text.standard_name != nullptr) put_text(file, variable, "standard_name", text.standard_name);
  put_text(file, variable, "long_name", text.long_name);
  if (text.units != nullptr) put_text(file, variable, "units", text.units);
}

int id_of(int file, const char* variable) {
  int id = -1;
  nc_inq_varid(file, variable, &id);
  return id;
}

}  // namespace

NetcdfOutput::NetcdfOutput(const std::string& path, const Case& a_case, const std::string& history,
                           bool single_precision)
    : file_(path),
      start_date_(a_case.start_date),
      latitude_(a_case.latitude),
      float_type_(single_precision ? NC_FLOAT : NC_DOUBLE) {
  check(nc_create(file_.working_path().c_str(), NC_CLOBBER | NC_NETCDF4, &id_));
  describe(a_case, history);
}

NetcdfOutput::~NetcdfOutput() {
  if (id_ >= 0) nc_close(id_);
}

void NetcdfOutput::check(int status) const {
  if (status != NC_NOERR) file_.reject(nc_strerror(status));
}

void NetcdfOutput::describe(const Case& a_case, const std::string& history) {
  put_text(id_, NC_GLOBAL, "Conventions", "CF-1.10");
  put_text(id_, NC_GLOBAL, "title", "Single-column boundary layer: " + a_case.name);
  put_text(id_, NC_GLOBAL, "source", "single_column, a dry boundary-layer model with a first-order closure");
  put_text(id_, NC_GLOBAL, "history", history);
  if (!a_case.reference.empty()) put_text(id_, NC_GLOBAL, "references", a_case.reference);
}

void NetcdfOutput::begin(const Geometry& geometry) {
  geometry_ = geometry;
  define_coordinates(geometry);
  define_fields();
  check(nc_enddef(id_));

  std::vector<int> members(geometry.columns);
  for (std::size_t h = 0; h < members.size(); ++h) members[h] = static_cast<int>(h * geometry.column_step);
  check(nc_put_var_int(id_, id_of(id_, "column"), members.data()));
  check(nc_put_var_double(id_, id_of(id_, "z"), geometry.z_centers.data()));
  check(nc_put_var_double(id_, id_of(id_, "z_face"), geometry.z_faces.data()));
  check(nc_put_var_double(id_, id_of(id_, "lat"), &latitude_));
}

void NetcdfOutput::define_coordinates(const Geometry& geometry) {
  struct Coordinate {
    Description text;
    const char* axis;
    std::size_t size;
    int type;
  };
  const std::string since = "seconds since " + start_date_;
  const Coordinate coordinates[] = {
      {{"time", "time", "time", since.c_str()}, "T", NC_UNLIMITED, NC_DOUBLE},
      {{"column", "realization", "member of the ensemble; 0 is not perturbed", "1"}, nullptr, geometry.columns, NC_INT},
      {{"z", "height", "height of the cell centers above the ground", "m"}, "Z", geometry.z_centers.size(), NC_DOUBLE},
      {{"z_face", "height", "height of the cell faces above the ground", "m"}, "Z", geometry.z_faces.size(), NC_DOUBLE},
  };
  for (const Coordinate& coordinate : coordinates) {
    int dimension = 0;
    int variable = 0;
    check(nc_def_dim(id_, coordinate.text.name, coordinate.size, &dimension));
    check(nc_def_var(id_, coordinate.text.name, coordinate.type, 1, &dimension, &variable));
    put_description(id_, variable, coordinate.text);
    if (coordinate.axis == nullptr) continue;
    put_text(id_, variable, "axis", coordinate.axis);
    if (coordinate.axis[0] == 'T') put_text(id_, variable, "calendar", "standard");
    if (coordinate.axis[0] == 'Z') put_text(id_, variable, "positive", "up");
  }
  int latitude = 0;
  check(nc_def_var(id_, "lat", NC_DOUBLE, 0, nullptr, &latitude));
  put_description(id_, latitude, {"lat", "latitude", "latitude", "degrees_north"});
}

void NetcdfOutput::define_fields() {
  const auto define = [this](const Description& text, const char* level) {
    std::array<int, 3> dimension{};
    const int rank = level == nullptr ? 2 : 3;
    nc_inq_dimid(id_, "time", &dimension[0]);
    nc_inq_dimid(id_, "column", &dimension[1]);
    if (level != nullptr) nc_inq_dimid(id_, level, &dimension[2]);
    int variable = 0;
    check(nc_def_var(id_, text.name, float_type_, rank, dimension.data(), &variable));
    check(nc_def_var_deflate(id_, variable, 1, 1, 1));
    put_description(id_, variable, text);
    put_text(id_, variable, "coordinates", "lat");
    put_text(id_, variable, "cell_methods", "time: point");
  };
  for (const ProfileVariable& variable : profile_variables) define(variable.text, variable.level);
  for (const SeriesVariable& variable : series_variables) define(variable.text, nullptr);
}

void NetcdfOutput::write(const Snapshot& snapshot) {
  const std::size_t first = records_;
  check(nc_put_var1_double(id_, id_of(id_, "time"), &first, &snapshot.time));
  for (const ProfileVariable& variable : profile_variables) {
    const std::vector<double>& values = snapshot.*variable.values;
    const std::size_t start[] = {records_, 0, 0};
    const std::size_t count[] = {1, geometry_.columns, values.size() / geometry_.columns};
    check(nc_put_vara_double(id_, id_of(id_, variable.text.name), start, count, values.data()));
  }
  for (const SeriesVariable& variable : series_variables) {
    std::vector<double> values(geometry_.columns);
    for (std::size_t h = 0; h < values.size(); ++h) values[h] = diagnose(geometry_, snapshot, h).*variable.value;
    const std::size_t start[] = {records_, 0};
    const std::size_t count[] = {1, geometry_.columns};
    check(nc_put_vara_double(id_, id_of(id_, variable.text.name), start, count, values.data()));
  }
  ++records_;
}

void NetcdfOutput::finish() {
  const int id = id_;
  id_ = -1;
  check(nc_close(id));
  file_.finish();
}

}  // namespace single_column
