// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include <stencil/mpi/domain.hpp>
#include <stencil/netcdf.hpp>

#include <netcdf_meta.h>
#if defined(NC_HAS_PARALLEL4) && NC_HAS_PARALLEL4
#include <netcdf_par.h>
#define STENCIL_PARALLEL_NETCDF 1
#else
#define STENCIL_PARALLEL_NETCDF 0
#endif

namespace stencil::mpi {

/// Who writes a file of the columns of all ranks.
enum class Writing {
  first_rank,  ///< rank 0, whom the others send their columns
  together     ///< each rank its own columns, by parallel netCDF-4
};

/// How files are written unless something else is asked for: together where the netCDF that the program is compiled
/// with can do so.
inline constexpr Writing usual_writing = STENCIL_PARALLEL_NETCDF == 1 ? Writing::together : Writing::first_rank;

#if STENCIL_PARALLEL_NETCDF

/// A file that all ranks have open: each writes its columns, which are one block in the order of the ranks. Rank 0
/// alone makes it and gives it its name. Any rank that an exception leaves removes it.
class MadeTogether final : public netcdf::Making {
 public:
  MadeTogether(const std::string& path, Domain blocks) : path_(path), blocks_(std::move(blocks)) {
    std::array<char, 4096> name{};
    if (leads()) {
      unfinished_.emplace(path, &netcdf::throw_cannot_be_written);
      const std::string& working = unfinished_->working_path();
      if (working.size() >= name.size()) reject("its path has more than 4095 bytes");
      std::copy(working.begin(), working.end(), name.begin());
    }
    mpi::require(MPI_Bcast(name.data(), static_cast<int>(name.size()), MPI_CHAR, 0, blocks_.communicator()),
                 "MPI_Bcast");
    working_path_ = name.data();
  }
  MadeTogether(const MadeTogether&) = delete;
  MadeTogether& operator=(const MadeTogether&) = delete;
  ~MadeTogether() override {
    // The one that made it may be ended before it can. Nobody else has a file of this name.
    if (!finished_ && !leads() && std::uncaught_exceptions() > 0) ::unlink(working_path_.c_str());
  }

  int create() override {
    int id = -1;
    const int status = netcdf::call(nc_create_par, working_path_.c_str(), NC_CLOBBER | NC_NETCDF4,
                                    blocks_.communicator(), MPI_INFO_NULL, &id);
    if (status != NC_NOERR) reject(nc_strerror(status));
    return id;
  }
  bool together() const override { return true; }
  bool leads() const override { return blocks_.rank() == 0; }
  int prepare(int file, int variable) const override {
    return netcdf::call(nc_var_par_access, file, variable, NC_COLLECTIVE);
  }
  netcdf::ColumnsOfFile columns(const ColumnGrid&) const override {
    return {blocks_.first(), blocks_.count(), blocks_.total()};
  }
  void finish(int closed) override {
    if (closed != NC_NOERR) reject(std::string("the end: ") + nc_strerror(closed));
    // The file is complete when all ranks have closed it; the others may rely on it when it has its name.
    mpi::require(MPI_Barrier(blocks_.communicator()), "MPI_Barrier");
    if (unfinished_) unfinished_->finish();
    finished_ = true;
  }
  [[noreturn]] void reject(const std::string& reason) const override { netcdf::throw_cannot_be_written(path_, reason); }

 private:
  std::string path_;
  Domain blocks_;
  std::optional<UnfinishedFile> unfinished_;
  std::string working_path_;
  bool finished_ = false;
};

#endif

}  // namespace stencil::mpi
