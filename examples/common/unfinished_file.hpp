// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>

#include <stencil/unfinished_file.hpp>

namespace example {

/// Throws the UserError for an output that cannot be written.
[[noreturn]] void reject_output(const std::string& path, const std::string& reason);

/// The library's, in the words of a program with the option --output.
class UnfinishedFile : public stencil::UnfinishedFile {
 public:
  explicit UnfinishedFile(std::string path) : stencil::UnfinishedFile(std::move(path), &reject_output) {}
};

}  // namespace example
