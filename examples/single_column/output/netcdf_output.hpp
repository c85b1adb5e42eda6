// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "../case/case.hpp"
#include "../model/observer.hpp"
#include "common/unfinished_file.hpp"

namespace single_column {

/// Writes snapshots to a netCDF file after the CF conventions 1.10. The file appears when finish() is called.
class NetcdfOutput {
 public:
  NetcdfOutput(const std::string& path, const Case& a_case, const std::string& history, bool single_precision);
  ~NetcdfOutput();
  NetcdfOutput(const NetcdfOutput&) = delete;
  NetcdfOutput& operator=(const NetcdfOutput&) = delete;

  void begin(const Geometry& geometry);
  void write(const Snapshot& snapshot);
  void finish();

 private:
  void define_coordinates(const Geometry& geometry);
  void define_fields();
  void describe(const Case& a_case, const std::string& history);
  void check(int status) const;

  example::UnfinishedFile file_;
  Geometry geometry_;
  std::string start_date_;
  double latitude_;
  int float_type_;
  int id_ = -1;
  std::size_t records_ = 0;
};

}  // namespace single_column
