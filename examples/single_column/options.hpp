// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "model/backends.hpp"
#include "model/settings.hpp"

namespace single_column {

enum class BackendChoice { cpu, cuda };

/// The command line.
struct Options {
  std::string case_file;
  std::string output = "single_column";
  std::string picture;  ///< the PNG; output and ".png" unless given
  std::optional<double> hours;
  std::optional<double> top;
  Settings settings;
  Storage storage;
  BackendChoice backend = BackendChoice::cpu;
  bool check = false;
  bool dry = false;
  std::string command_line;

  std::string results() const { return output + ".nc"; }
  /// The settings with what the case decides where the user did not. Throws UserError where the two do not fit.
  Settings settings_for(const Case& a_case) const;
};

/// "a, b, c".
std::string joined(const std::vector<std::string>& words);

/// Reads the command line. Prints the help and returns nothing when that was asked for; throws UserError when the
/// command line cannot be understood.
std::optional<Options> parse_options(int argc, char** argv);

}  // namespace single_column
