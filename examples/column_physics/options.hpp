// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "state.hpp"

namespace column_physics {

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

/// Writes a state so that read_state has it bit for bit.
void write_state(const std::string& file, State<backend::Cpu>& state);
/// Throws UserError where the file is no state of this model.
State<backend::Cpu> read_state(const std::string& file);

}  // namespace column_physics
