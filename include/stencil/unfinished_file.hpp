// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <system_error>
#include <utility>

#include <stencil/error.hpp>

namespace stencil {

namespace detail::unfinished {

/// Identifies a file, whatever its names.
struct Identity {
  dev_t device;
  ino_t inode;
  friend bool operator==(const Identity& a, const Identity& b) { return a.device == b.device && a.inode == b.inode; }
};
inline Identity identity(const struct stat& file) { return {file.st_dev, file.st_ino}; }

/// Removes a file if it still is the one that this process made. Safe in a signal handler.
inline void remove_own(const char* path, Identity made, pid_t maker) {
  struct stat found{};
  if (::getpid() == maker && ::lstat(path, &found) == 0 && identity(found) == made) ::unlink(path);
}

/// The unfinished files of this process, for a signal handler to find. Entries are used again and never freed.
struct Entry {
  std::atomic<bool> taken{true};
  std::atomic<const char*> path{nullptr};
  Identity made{};
  pid_t maker = 0;
  Entry* next = nullptr;
};
inline std::atomic<Entry*> entries{nullptr};

inline Entry* free_entry() {
  for (Entry* entry = entries.load(); entry != nullptr; entry = entry->next) {
    if (!entry->taken.exchange(true)) return entry;
  }
  auto* const fresh = new Entry;
  fresh->next = entries.load();
  while (!entries.compare_exchange_weak(fresh->next, fresh)) {
  }
  return fresh;
}

inline std::atomic<const char*> last_words{nullptr};

/// Removes what is unfinished, says so, and lets the signal end the process. Another one meanwhile, on this thread or
/// another, does the same and does not cut it short.
inline void remove_and_end(int signal) {
  for (Entry* entry = entries.load(); entry != nullptr; entry = entry->next) {
    const char* const path = entry->path.load();
    if (path != nullptr) remove_own(path, entry->made, entry->maker);
  }
  if (const char* const words = last_words.exchange(nullptr)) {
    if (::write(STDERR_FILENO, words, std::strlen(words)) < 0) {
      // The process ends; a failure could not be reported.
    }
  }
  struct sigaction as_before{};
  as_before.sa_handler = SIG_DFL;
  ::sigaction(signal, &as_before, nullptr);
  std::raise(signal);  // when this returns
}

/// Handles the signals that would end the process.
inline void handle_signals() {
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGABRT, SIGXCPU, SIGXFSZ}) {
    struct sigaction now{};
    if (::sigaction(signal, nullptr, &now) != 0 || (now.sa_flags & SA_SIGINFO) != 0 || now.sa_handler != SIG_DFL)
      continue;
    now.sa_handler = &remove_and_end;
    now.sa_flags = 0;
    ::sigaction(signal, &now, nullptr);
  }
}

}  // namespace detail::unfinished

/// For programs: where HUP, INT, QUIT, PIPE, TERM, ABRT, XCPU or XFSZ would end the process, all files that are
/// unfinished are removed first and `last_words`, which must outlive the process, are written to standard error. What
/// is ignored, as under nohup, or has a handler stays as it is.
inline void remove_unfinished_files_on_signals(const char* last_words = nullptr) {
  detail::unfinished::last_words.store(last_words);
  detail::unfinished::handle_signals();
}

/// Whether two paths lead to one file, by whatever names: links, "..", or, where there is none yet, one name in one
/// folder.
inline bool same_file(const std::string& path, const std::string& other_path) {
  const auto find = [](const std::string& name, struct stat& found) { return ::stat(name.c_str(), &found) == 0; };
  struct stat a{}, b{};
  const bool a_exists = find(path, a);
  const bool b_exists = find(other_path, b);
  if (a_exists || b_exists)
    return a_exists && b_exists && detail::unfinished::identity(a) == detail::unfinished::identity(b);
  const std::filesystem::path first(path), second(other_path);
  const auto folder = [](const std::filesystem::path& name) {
    return name.has_parent_path() ? name.parent_path().string() : std::string(".");
  };
  return first.filename() == second.filename() && find(folder(first), a) && find(folder(second), b) &&
         detail::unfinished::identity(a) == detail::unfinished::identity(b);
}

/// A file that is written under another name and takes its own only when it is complete. If anything fails before,
/// the unfinished file is removed, and an older file of this name remains. The other name is in the same folder and is
/// not predictable; the file is created anew and never through a link, and nothing else is ever removed. Two programs
/// may write to one path at the same time; the file of the one that finishes last remains.
class UnfinishedFile {
 public:
  /// Throws for a path that cannot be written, and why; it must not return. Others than the default may throw what a
  /// program calls its own.
  using Reject = void (*)(const std::string& path, const std::string& reason);

  /// Rejects where no file can be written, and what is there but is no regular file, or protected from writing.
  explicit UnfinishedFile(std::string path, Reject rejected = &throw_error)
      : UnfinishedFile(Nothing{}, std::move(path), rejected) {
    const std::filesystem::path name = std::filesystem::path(path_).filename();
    std::error_code error;
    if (name.empty() || name == "." || name == "..") reject(is_folder() ? "is a folder" : "names no file");
    // Absolute, because the process may change its folder, and netCDF takes blanks off the front of a path.
    target_ = std::filesystem::absolute(path_, error).string();
    if (error) reject(error.message());

    struct stat there{};
    const bool replaces = ::lstat(target_.c_str(), &there) == 0;
    if (replaces) {
      if (S_ISDIR(there.st_mode)) reject("is a folder");
      if (S_ISLNK(there.st_mode)) reject("is a symbolic link, and the link would be replaced; name the file itself");
      if (!S_ISREG(there.st_mode)) reject("is no regular file");
      if (::access(target_.c_str(), W_OK) != 0) reject(std::strerror(errno));
    }
    create(std::filesystem::path(target_).parent_path(), name.string());
    if (replaces && ::fchmod(descriptor_, there.st_mode & 0777U) != 0) {
      // Some file systems know no modes.
    }
  }
  ~UnfinishedFile() {
    // The descriptor is still open: no other file can have got the inode.
    if (descriptor_ >= 0) detail::unfinished::remove_own(working_path_.c_str(), entry_->made, entry_->maker);
    forget();
  }
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  const std::string& path() const { return path_; }
  /// Where to write until finish(): an absolute path.
  const std::string& working_path() const { return working_path_; }
  /// Gives the file its own name, once the disk has taken all of it.
  void finish() {
    if (descriptor_ < 0) reject("was finished before");
    struct stat found{};
    if (::lstat(working_path_.c_str(), &found) != 0 || detail::unfinished::identity(found) != entry_->made)
      reject("what was written so far was removed or replaced");
    // What a disk or a quota refuses late is known here. Some file systems do not know how to wait.
    if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != ENOTSUP) reject(std::strerror(errno));
    if (std::rename(working_path_.c_str(), target_.c_str()) != 0) reject(std::strerror(errno));
    forget();
  }
  [[noreturn]] void reject(const std::string& reason) const {
    rejected_(path_, reason);
    throw_error(path_, reason);
  }

 private:
  /// The constructor above delegates to one that does nothing, so that the destructor runs whatever it throws.
  struct Nothing {};
  UnfinishedFile(Nothing, std::string path, Reject rejected) : path_(std::move(path)), rejected_(rejected) {}

  [[noreturn]] static void throw_error(const std::string& path, const std::string& reason) {
    throw Error(path + ": cannot be written (" + reason + ")");
  }
  bool is_folder() const {
    std::error_code ignored;
    return std::filesystem::is_directory(path_, ignored);
  }

  void create(const std::filesystem::path& folder, const std::string& name) {
    std::random_device chance;
    entry_ = detail::unfinished::free_entry();
    errno = EEXIST;
    for (int attempt = 0; attempt < 100 && descriptor_ < 0 && errno == EEXIST; ++attempt) {
      char suffix[40];
      std::snprintf(suffix, sizeof suffix, ".%08x%08x.unfinished", chance(), chance());
      // Names have at most 255 bytes.
      working_path_ = (folder / (name.substr(0, 220) + suffix)).string();
      descriptor_ = ::open(working_path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    }
    struct stat made{};
    if (descriptor_ < 0 || ::fstat(descriptor_, &made) != 0) reject(std::strerror(errno));
    entry_->made = detail::unfinished::identity(made);
    entry_->maker = ::getpid();
    entry_->path.store(working_path_.c_str());
  }
  void forget() {
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
    if (entry_ == nullptr) return;
    entry_->path.store(nullptr);
    std::exchange(entry_, nullptr)->taken.store(false);
  }

  std::string path_;
  std::string target_;
  std::string working_path_;
  Reject rejected_;
  int descriptor_ = -1;
  detail::unfinished::Entry* entry_ = nullptr;
};

}  // namespace stencil
