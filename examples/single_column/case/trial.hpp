// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

namespace single_column {

/// Does something with a file in a child process first: HDF5 has defects that damaged netCDF-4 files reach, and then
/// ends the process or never returns. Throws UserError where the child dies, takes longer than ten seconds or wants
/// more than 8 GiB; what it throws is left to the second time, in this process.
void try_in_child(const std::string& path, const std::function<void()>& use);

}  // namespace single_column
