// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "netcdf_file.hpp"
#include "profile.hpp"

namespace single_column {

/// The times of a case: its start and the forcing times, counted from it.
struct CaseTimes {
  double start = 0.0;           ///< [s] since 1970-01-01
  std::vector<double> forcing;  ///< [s] since the start
};

/// Reads t0 and time.
CaseTimes read_times(const NetcdfFile& file);

/// The first profile of a variable over levels, at the heights of zh.
Profile read_profile(const NetcdfFile& file, const std::string& name, const std::string& units,
                     const std::string& purpose);

/// A variable over (time, level), at the heights of zh_forc; without a time dimension it does not change.
ProfileSeries read_profile_series(const NetcdfFile& file, const CaseTimes& times, const std::string& name,
                                  const std::string& units, const std::string& purpose);

/// A variable over time; without a time dimension it does not change.
Series read_series(const NetcdfFile& file, const CaseTimes& times, const std::string& name, const std::string& units,
                   const std::string& purpose);

}  // namespace single_column
