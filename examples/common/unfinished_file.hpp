// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <unistd.h>

#include <string>
#include <utility>

#include <stencil/unfinished_file.hpp>

namespace example {

/// Throws the UserError for an output that cannot be written.
[[noreturn]] void reject_output(const std::string& path, const std::string& reason);

/// The library's, in the words of a program with the option --output. A signal that ends the program removes it too.
class UnfinishedFile : public stencil::UnfinishedFile {
 public:
  explicit UnfinishedFile(std::string path) : stencil::UnfinishedFile(std::move(path), &reject_output) {
    // A progress bar may be open.
    stencil::remove_unfinished_files_on_signals(::isatty(STDERR_FILENO) != 0
                                                    ? "\nended by a signal; no unfinished file is left\n"
                                                    : "ended by a signal; no unfinished file is left\n");
  }
};

}  // namespace example
