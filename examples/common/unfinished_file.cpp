// SPDX-License-Identifier: BSD-3-Clause
#include "unfinished_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "user_error.hpp"

namespace example {

UnfinishedFile::UnfinishedFile(std::string path) : path_(std::move(path)), working_path_(path_ + ".unfinished") {
  std::error_code ignored;
  if (std::filesystem::is_directory(path_, ignored)) reject("is a folder");
  errno = 0;
  if (!std::ofstream(working_path_, std::ios::app)) reject(errno != 0 ? std::strerror(errno) : "unknown reason");
}

UnfinishedFile::~UnfinishedFile() {
  std::error_code ignored;
  if (!finished_) std::filesystem::remove(working_path_, ignored);
}

void UnfinishedFile::finish() {
  std::error_code error;
  std::filesystem::rename(working_path_, path_, error);
  if (error) reject(error.message());
  finished_ = true;
}

void UnfinishedFile::reject(const std::string& reason) const {
  throw UserError(path_ + ": cannot be written (" + reason + "); choose another --output or make room there");
}

}  // namespace example
