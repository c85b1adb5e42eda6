// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/netcdf.hpp>

#include <memory>
#include <optional>
#include <string>

#include "../case/case.hpp"
#include "../model/observer.hpp"

namespace single_column {

/// Writes snapshots to a netCDF file after the CF conventions 1.10. The file appears when finish() is called. Several
/// processes may make one together, of which each writes the columns it has.
class NetcdfOutput {
 public:
  NetcdfOutput(const std::string& path, const Case& a_case, const std::string& history, bool single_precision);
  NetcdfOutput(const std::string& path, const Case& a_case, const std::string& history, bool single_precision,
               std::unique_ptr<stencil::netcdf::Making> making);

  void begin(const Geometry& geometry);
  void write(const Snapshot& snapshot);
  void finish() { output_.finish(); }

 private:
  stencil::netcdf::Output output_;
  double latitude_;
  Geometry geometry_;
  std::optional<stencil::ColumnGrid> grid_;
};

}  // namespace single_column
