// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include <netcdf.h>

#include <stencil/grid.hpp>
#include <stencil/netcdf/file.hpp>
#include <stencil/unfinished_file.hpp>

namespace stencil::netcdf {

/// Columns of a file that has `total` of them.
struct ColumnsOfFile {
  std::size_t first;
  std::size_t count;
  std::size_t total;
};

/// The heights of all columns, or those that they share.
template <class Location>
std::vector<double> heights_of(const ColumnGrid& grid, Location) {
  std::vector<double> values;
  for (std::size_t set = 0; set < (grid.heights_per_column() ? grid.columns() : 1); ++set) {
    const auto z = std::is_same_v<Location, Face> ? grid.z_faces(set) : grid.z_centers(set);
    values.insert(values.end(), z.begin(), z.end());
  }
  return values;
}

/// The faces below and above each center, of columns of so many cells.
inline std::vector<double> bounds_of(const std::vector<double>& z_faces, std::size_t cells) {
  std::vector<double> bounds;
  for (std::size_t first = 0; first < z_faces.size(); first += cells + 1) {
    for (std::size_t k = first; k < first + cells; ++k) bounds.insert(bounds.end(), {z_faces[k], z_faces[k + 1]});
  }
  return bounds;
}

/// Whether `columns` columns of a grid, from `first` on, have the heights of faces in `z_faces`, which has all columns.
inline bool are_at(const ColumnGrid& grid, std::size_t first, std::size_t columns, const std::vector<double>& z_faces) {
  for (std::size_t c = first; c < std::min(first + columns, grid.columns()); ++c) {
    const auto z = grid.z_faces(c);
    if (!std::equal(z.begin(), z.end(), z_faces.begin() + static_cast<std::ptrdiff_t>(c * z.size()))) return false;
  }
  return true;
}

/// How a new file comes into being and gets its name: through this process, or through several that call all members
/// of their Output together.
class Making {
 public:
  Making() = default;
  Making(const Making&) = delete;
  Making& operator=(const Making&) = delete;
  virtual ~Making() = default;

  /// netCDF's number of a new netCDF-4 file, which has another name.
  virtual int create() = 0;
  /// Whether several processes have it open, who close it together or not at all.
  virtual bool together() const { return false; }
  /// Whether this process writes what all of them have alike.
  virtual bool leads() const { return true; }
  /// A variable that was defined, before it gets values; a status of netCDF.
  virtual int prepare(int, int) const { return NC_NOERR; }
  /// Which columns of the file those of a grid are.
  virtual ColumnsOfFile columns(const ColumnGrid& grid) const { return {0, grid.columns(), grid.columns()}; }
  /// What closing it said is a status of netCDF; without an error the file gets its name.
  virtual void finish(int closed) = 0;
  [[noreturn]] virtual void reject(const std::string& reason) const = 0;
};

class MadeByOne final : public Making {
 public:
  MadeByOne(const std::string& path, UnfinishedFile::Reject rejected) : unfinished_(path, rejected) {}

  int create() override {
    int id = -1;
    const int status = call(nc_create, unfinished_.working_path().c_str(), NC_CLOBBER | NC_NETCDF4, &id);
    if (status != NC_NOERR) reject(nc_strerror(status));
    return id;
  }
  void finish(int closed) override {
    if (closed != NC_NOERR) reject(std::string("the end: ") + nc_strerror(closed));
    unfinished_.finish();
  }
  [[noreturn]] void reject(const std::string& reason) const override { unfinished_.reject(reason + space_left()); }

 private:
  /// What netCDF's reason, such as an error of HDF5, does not say: that the disk is full.
  std::string space_left() const {
    std::error_code unknown;
    const auto folder = std::filesystem::path(unfinished_.working_path()).parent_path();
    const std::uintmax_t left = std::filesystem::space(folder, unknown).available;
    if (unknown || left >= (std::uintmax_t{1} << 20)) return {};
    return "; the disk has " + std::to_string(left) + " bytes left";
  }

  UnfinishedFile unfinished_;
};

}  // namespace stencil::netcdf
