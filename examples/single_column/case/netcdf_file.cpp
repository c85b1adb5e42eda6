// SPDX-License-Identifier: BSD-3-Clause
#include "netcdf_file.hpp"

#include <cmath>
#include <utility>

#include <stencil/netcdf/values.hpp>

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

NetcdfFile::NetcdfFile(std::string path)
    : path_(std::move(path)), file_(stencil::netcdf::OpenFile::for_reading(path_)) {}

void NetcdfFile::reject(const std::string& text) const { throw example::UserError(path_ + ": " + text); }

bool NetcdfFile::has(const std::string& variable) const { return file_.find(variable).has_value(); }

int NetcdfFile::variable_id(const std::string& variable, const std::string& purpose) const {
  const auto id = file_.find(variable);
  if (!id) reject("variable '" + variable + "' (" + purpose + ") is missing; add it as DEPHY v1 names it");
  return *id;
}

std::optional<std::string> NetcdfFile::text_attribute(const std::string& name) const {
  return file_.text(NC_GLOBAL, name.c_str());
}
std::optional<double> NetcdfFile::number_attribute(const std::string& name) const {
  return file_.number(NC_GLOBAL, name.c_str());
}

std::string NetcdfFile::units_of(const std::string& variable) const {
  const auto units = file_.text(variable_id(variable, "a coordinate"), "units");
  if (!units) reject("variable '" + variable + "' has no units attribute; add it as DEPHY v1 asks");
  return *units;
}

Values NetcdfFile::read_unconverted(const std::string& variable, const std::string& purpose) const {
  const int id = variable_id(variable, purpose);
  Values values;
  values.name = variable;
  const auto dimensions = file_.dimensions(id);
  for (const auto& dimension : dimensions) {
    values.dimensions.push_back(dimension.name);
    values.shape.push_back(dimension.length);
  }
  const std::size_t size = file_.count(values.shape, "variable '" + variable + "'");
  if (size == 0) reject("variable '" + variable + "' (" + purpose + ") holds no values; fill it");
  values.data =
      stencil::netcdf::read_numbers<double>(file_, id, variable, stencil::netcdf::Part::whole(dimensions), size);
  require_numbers(values);
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

void NetcdfFile::require_numbers(const Values& values) const {
  for (std::size_t i = 0; i < values.data.size(); ++i) {
    const double value = values.data[i];
    // No quantity of the atmosphere is larger than netCDF's own filling, 9.97e36, which other fillings hide.
    if (std::abs(value) < 9.9e36) continue;
    const std::string what = std::isnan(value) ? "NaN" : std::isinf(value) ? "an infinite number" : "a missing value";
    reject("variable '" + values.name + "' holds " + what +
           (values.shape.empty() ? "" : " at " + subscript(values, i)) + "; replace it by a number");
  }
}

}  // namespace single_column
