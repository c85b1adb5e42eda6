// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <stencil/mpi/netcdf.hpp>

namespace stencil::mpi {

/// netcdf::write_restart of the columns of all ranks: a run may go on with another number of ranks, or as one process.
/// All ranks call it, with the same arguments but for the columns.
template <class... Fields>
  requires(!netcdf::restarts::have_groups<Fields...>)
void write_restart(const std::string& path, const Domain& domain, double time, const Fields&... fields) {
  static_assert(sizeof...(Fields) > 0,
                "stencil: write_restart(path, domain, time, fields...) needs a field, of whose grid the file is");
  netcdf::restarts::require_names(path, {fields.name()...});
  netcdf::restarts::require_time(path, time);
  NetcdfOutput file(path, domain, {.title = "restart"});
  netcdf::restarts::write_all(file, time, fields...);
}

/// netcdf::read_restart of this rank's columns, from a file that either wrote; no message. Where one does not fit on a
/// rank, its fields are as they were.
template <class... Fields>
  requires(!netcdf::restarts::have_groups<Fields...>)
double read_restart(const std::string& path, const Domain& domain, Fields&... fields) {
  netcdf::restarts::require_names(path, {fields.name()...});
  const NetcdfInput file(path, domain);
  const double time = netcdf::restarts::read_time(file.file(), path);
  netcdf::restarts::read_all(file, path, fields...);
  return time;
}

/// @{
/// The same, arrays, structs and std::tie of fields among them.
template <class... Given>
  requires netcdf::restarts::have_groups<Given...>
void write_restart(const std::string& path, const Domain& domain, double time, const Given&... given) {
  netcdf::restarts::with_fields([&](const auto&... fields) { write_restart(path, domain, time, fields...); }, given...);
}
template <class... Given>
  requires netcdf::restarts::have_groups<Given...>
double read_restart(const std::string& path, const Domain& domain, Given&&... given) {
  return netcdf::restarts::with_fields([&](auto&... fields) { return read_restart(path, domain, fields...); },
                                       given...);
}
/// @}

}  // namespace stencil::mpi
