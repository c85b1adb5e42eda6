// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace column_physics {

constexpr double longest_hours = 48;  // of a run, since the start of the case

/// What the command line says, with its defaults.
struct Options {
  std::size_t columns = 5;
  double spread = 0.8;  ///< [g/kg]
  double hours = 4;     ///< since the start of the case, at which the run ends
  bool on_cuda = false;
  std::string picture, save, go_on;  ///< files; empty: none
  bool times = false;
};

/// Nothing where the user asked for help and got it. Throws UserError.
std::optional<Options> parse(int argc, char** argv, bool with_cuda);

}  // namespace column_physics
