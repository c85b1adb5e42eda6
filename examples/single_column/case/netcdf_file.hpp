// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <stencil/netcdf/file.hpp>

namespace single_column {

/// A variable with all its values in the units that were asked for.
struct Values {
  std::string name;
  std::vector<std::string> dimensions;
  std::vector<std::size_t> shape;
  std::vector<double> data;
};

/// A netCDF file opened for reading. Everything that is wrong with it is a UserError or a FileError, which name file
/// and variable.
class NetcdfFile {
 public:
  explicit NetcdfFile(std::string path);

  const std::string& path() const { return path_; }
  bool has(const std::string& variable) const;

  /// All values of a variable, converted to `units`; finite and without gaps.
  Values read(const std::string& variable, const std::string& units, const std::string& purpose) const;
  /// The units attribute, unconverted, of a time coordinate.
  std::string units_of(const std::string& variable) const;
  /// Values of a variable as they stand in the file.
  Values read_unconverted(const std::string& variable, const std::string& purpose) const;

  /// Of the whole file.
  std::optional<std::string> text_attribute(const std::string& name) const;
  std::optional<double> number_attribute(const std::string& name) const;

  /// Throws the sentence "<file>: <text>".
  [[noreturn]] void reject(const std::string& text) const;

 private:
  int variable_id(const std::string& variable, const std::string& purpose) const;
  void require_numbers(const Values& values) const;

  std::string path_;
  stencil::netcdf::OpenFile file_;
};

}  // namespace single_column
