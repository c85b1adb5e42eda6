// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include <stencil/error.hpp>

namespace stencil {

/// A file that is written under another name and takes its own only when it is complete. Whatever goes wrong before,
/// nothing of it is left.
class UnfinishedFile {
 public:
  /// Throws for a path that cannot be written, and why; it must not return. Others than the default may throw what a
  /// program calls its own.
  using Reject = void (*)(const std::string& path, const std::string& reason);

  /// Rejects where no file can be written.
  explicit UnfinishedFile(std::string path, Reject rejected = &throw_error)
      : path_(std::move(path)), working_path_(path_ + ".unfinished"), rejected_(rejected) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path_, ignored)) reject("is a folder");
    errno = 0;
    if (!std::ofstream(working_path_, std::ios::app)) reject(errno != 0 ? std::strerror(errno) : "unknown reason");
  }
  ~UnfinishedFile() {
    std::error_code ignored;
    if (!finished_) std::filesystem::remove(working_path_, ignored);
  }
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  const std::string& path() const { return path_; }
  /// Where to write until finish().
  const std::string& working_path() const { return working_path_; }
  /// Gives the file its own name.
  void finish() {
    std::error_code error;
    std::filesystem::rename(working_path_, path_, error);
    if (error) reject(error.message());
    finished_ = true;
  }
  [[noreturn]] void reject(const std::string& reason) const {
    rejected_(path_, reason);
    throw_error(path_, reason);
  }

 private:
  [[noreturn]] static void throw_error(const std::string& path, const std::string& reason) {
    throw Error(path + ": cannot be written (" + reason + ")");
  }

  std::string path_;
  std::string working_path_;
  Reject rejected_;
  bool finished_ = false;
};

}  // namespace stencil
