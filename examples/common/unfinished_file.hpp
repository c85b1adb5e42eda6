// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace example {

/// A file that is written under another name and takes its own only when it is complete. Whatever goes wrong before,
/// nothing of it is left.
class UnfinishedFile {
 public:
  /// Throws UserError where no file can be written there.
  explicit UnfinishedFile(std::string path);
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  const std::string& path() const { return path_; }
  /// Where to write until finish().
  const std::string& working_path() const { return working_path_; }
  /// Gives the file its own name.
  void finish();

  [[noreturn]] void reject(const std::string& reason) const;

 private:
  std::string path_;
  std::string working_path_;
  bool finished_ = false;
};

}  // namespace example
