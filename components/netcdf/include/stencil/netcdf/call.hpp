// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mutex>
#include <utility>

namespace stencil::netcdf {

/// That of all functions of netCDF-C, not of each.
inline std::mutex& one_at_a_time() {
  static auto& mutex = *new std::mutex;  // never destroyed: a static file may be closed later
  return mutex;
}

/// Calls a function of netCDF-C, whose lists of files and whose HDF5 are not made for threads: one thread at a time.
template <class Function, class... Arguments>
auto call(Function* function, Arguments&&... arguments) {
  const std::lock_guard<std::mutex> lock(one_at_a_time());
  return function(std::forward<Arguments>(arguments)...);
}

}  // namespace stencil::netcdf
