// SPDX-License-Identifier: BSD-3-Clause
#include "netcdf_file.hpp"

#include <netcdf.h>

#include <array>
#include <cmath>
#include <utility>

#include "common/user_error.hpp"
#include "units.hpp"

namespace single_column {
namespace {

/// "(3, 12)" of the flat index 12 + 3 * width.
std::string subscript(const Values& values, std::size_t flat) {
  std::string text = ")";
  for (std::size_t d = values.shape.size(); d-- > 0;) {
    text.insert(0, std::to_string(flat % values.shape[d]) + (text == ")" ? "" : ", "));
    flat /= values.shape[d];
  }
  return "(" + text;
}

}  // namespace

NetcdfFile::NetcdfFile(std::string path) : path_(std::move(path)) {
  const int status = nc_open(path_.c_str(), NC_NOWRITE, &id_);
  if (status != NC_NOERR) {
    reject("cannot be opened as a netCDF file (" + std::string(nc_strerror(status)) + "); give a DEPHY v1 driver file");
  }
}

NetcdfFile::~NetcdfFile() {
  if (id_ >= 0) nc_close(id_);
}

void NetcdfFile::reject(const std::string& text) const { throw example::UserError(path_ + ": " + text); }

bool NetcdfFile::has(const std::string& variable) const {
  int id = 0;
  return nc_inq_varid(id_, variable.c_str(), &id) == NC_NOERR;
}

int NetcdfFile::variable_id(const std::string& variable, const std::string& purpose) const {
  int id = 0;
  if (nc_inq_varid(id_, variable.c_str(), &id) != NC_NOERR) {
    reject("variable '" + variable + "' (" + purpose + ") is missing; add it as DEPHY v1 names it");
  }
  return id;
}

std::optional<std::string> NetcdfFile::attribute_text(int variable, const std::string& name) const {
  nc_type type = NC_NAT;
  std::size_t length = 0;
  if (nc_inq_att(id_, variable, name.c_str(), &type, &length) != NC_NOERR || type != NC_CHAR) return std::nullopt;
  std::string text(length, '\0');
  nc_get_att_text(id_, variable, name.c_str(), text.data());
  while (!text.empty() && (text.back() == '\0' || text.back() == ' ')) text.pop_back();
  return text;
}

std::optional<double> NetcdfFile::attribute_number(int variable, const std::string& name) const {
  nc_type type = NC_NAT;
  std::size_t length = 0;
  double number = 0.0;
  const bool one = nc_inq_att(id_, variable, name.c_str(), &type, &length) == NC_NOERR && length == 1;
  if (!one || nc_get_att_double(id_, variable, name.c_str(), &number) != NC_NOERR) return std::nullopt;
  return number;
}

std::optional<std::string> NetcdfFile::text_attribute(const std::string& name) const {
  return attribute_text(NC_GLOBAL, name);
}
std::optional<double> NetcdfFile::number_attribute(const std::string& name) const {
  return attribute_number(NC_GLOBAL, name);
}

std::string NetcdfFile::units_of(const std::string& variable) const {
  const auto units = attribute_text(variable_id(variable, "a coordinate"), "units");
  if (!units) reject("variable '" + variable + "' has no units attribute; add it as DEPHY v1 asks");
  return *units;
}

Values NetcdfFile::read_unconverted(const std::string& variable, const std::string& purpose) const {
  const int id = variable_id(variable, purpose);
  Values values;
  values.name = variable;
  int rank = 0;
  std::array<int, NC_MAX_VAR_DIMS> dimension{};
  nc_inq_var(id_, id, nullptr, nullptr, &rank, dimension.data(), nullptr);
  std::size_t size = 1;
  for (std::size_t d = 0; d < static_cast<std::size_t>(rank); ++d) {
    std::array<char, NC_MAX_NAME + 1> name{};
    std::size_t length = 0;
    nc_inq_dim(id_, dimension[d], name.data(), &length);
    values.dimensions.emplace_back(name.data());
    values.shape.push_back(length);
    size *= length;
  }
  if (size == 0) reject("variable '" + variable + "' (" + purpose + ") holds no values; fill it");
  values.data.resize(size);
  const int status = nc_get_var_double(id_, id, values.data.data());
  if (status != NC_NOERR) {
    reject("variable '" + variable + "' cannot be read as numbers (" + std::string(nc_strerror(status)) +
           "); make it float or double");
  }
  require_numbers(values, id);
  return values;
}

Values NetcdfFile::read(const std::string& variable, const std::string& units, const std::string& purpose) const {
  Values values = read_unconverted(variable, purpose);
  const std::string found = units_of(variable);
  const auto factor = unit_factor(found, units);
  if (!factor) {
    reject("variable '" + variable + "' (" + purpose + ") has units '" + found + "' where '" + units +
           "' is expected; convert its values and set the attribute");
  }
  for (double& value : values.data) value *= *factor;
  return values;
}

void NetcdfFile::require_numbers(const Values& values, int variable) const {
  const auto fill = attribute_number(variable, "_FillValue");
  const auto missing = attribute_number(variable, "missing_value");
  for (std::size_t i = 0; i < values.data.size(); ++i) {
    const double value = values.data[i];
    // Values of 9.97e36 were never written: netCDF's own filling.
    const bool gap = value == fill || value == missing || std::abs(value) > 9.9e36;
    if (std::isfinite(value) && !gap) continue;
    const std::string what = std::isnan(value) ? "NaN" : std::isinf(value) ? "an infinite number" : "a missing value";
    reject("variable '" + values.name + "' holds " + what +
           (values.shape.empty() ? "" : " at " + subscript(values, i)) + "; replace it by a number");
  }
}

}  // namespace single_column
