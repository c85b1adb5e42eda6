// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/unfinished_file.hpp>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
namespace fs = std::filesystem;

/// A folder that goes with what is in it.
struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "stencil_unfinished_XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const std::string& name) const { return (path / name).string(); }
  std::ptrdiff_t count() const { return std::distance(fs::directory_iterator(path), fs::directory_iterator()); }
};

void write(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::trunc) << text; }
std::string content(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}
void refused(const std::string& path, const std::string& why) {
  REQUIRE_THROWS_MATCHES(UnfinishedFile(path), Error,
                         MessageMatches(ContainsSubstring(path + ": cannot be written (" + why)));
}

}  // namespace

TEST_CASE("An unfinished file has no name but one that nobody can know", "[core][files]") {
  const Folder folder;
  const std::string path = folder.file("result");
  UnfinishedFile first(path);
  const UnfinishedFile second(path);
  REQUIRE(first.working_path() != second.working_path());
  REQUIRE(fs::path(first.working_path()).parent_path() == folder.path);
  write(first.working_path(), "done");
  REQUIRE_FALSE(fs::exists(path));
  first.finish();
  REQUIRE(content(path) == "done");
  REQUIRE(fs::exists(second.working_path()));
  REQUIRE_THROWS_AS(first.finish(), Error);
}

TEST_CASE("What is not finished leaves what was there before", "[core][files]") {
  const Folder folder;
  const std::string path = folder.file("result");
  write(path, "before");
  write(path + ".unfinished", "of the user");
  fs::permissions(path, fs::perms(0640));
  const auto fails = [&](bool last) {
    UnfinishedFile file(path);
    write(file.working_path(), "after");
    if (!last) throw std::runtime_error("given up");
    file.finish();
  };
  REQUIRE_THROWS_AS(fails(false), std::runtime_error);
  REQUIRE(content(path) == "before");
  fails(true);
  REQUIRE(content(path) == "after");
  REQUIRE(fs::status(path).permissions() == fs::perms(0640));
  REQUIRE(content(path + ".unfinished") == "of the user");
  REQUIRE(folder.count() == 2);
}

TEST_CASE("Only regular files are replaced", "[core][files]") {
  const Folder folder;
  write(folder.file("victim"), "whole");
  fs::create_symlink("victim", folder.file("link"));
  fs::create_symlink("nowhere", folder.file("dangling"));
  REQUIRE(::mkfifo(folder.file("fifo").c_str(), 0600) == 0);
  const auto before = folder.count();
  refused(folder.file("link"), "is a symbolic link");
  refused(folder.file("dangling"), "is a symbolic link");
  refused(folder.file("fifo"), "is no regular file");
  refused("/dev/null", "is no regular file");
  refused(folder.path.string(), "is a folder");
  refused(folder.path.string() + "/", "is a folder");
  refused(folder.file("nowhere/"), "names no file");
  refused(folder.file("nowhere/result"), "No such file or directory");
  refused("", "names no file");
  REQUIRE(content(folder.file("victim")) == "whole");
  REQUIRE(folder.count() == before);
  if (::geteuid() != 0) {
    fs::permissions(folder.file("victim"), fs::perms::owner_read);
    refused(folder.file("victim"), "Permission denied");
  }
}

TEST_CASE("Only what was made is removed, and only what was made is finished", "[core][files]") {
  const Folder folder;
  std::string working;
  {
    UnfinishedFile file(folder.file("result"));
    working = file.working_path();
    fs::remove(working);
    write(working, "of another");
    REQUIRE_THROWS_MATCHES(file.finish(), Error, MessageMatches(ContainsSubstring("was removed or replaced")));
  }
  REQUIRE(content(working) == "of another");
  REQUIRE_FALSE(fs::exists(folder.file("result")));
}

TEST_CASE("Names may be as long as the file system allows, blank, or relative", "[core][files]") {
  const Folder folder;
  const fs::path before = fs::current_path();
  for (const std::string& name : {std::string(255, 'x'), std::string(" result"), std::string("result ")}) {
    fs::current_path(folder.path);
    UnfinishedFile file(name);
    fs::current_path(before);
    write(file.working_path(), name);
    file.finish();
    REQUIRE(content(folder.file(name)) == name);
  }
  REQUIRE(folder.count() == 3);
}

TEST_CASE("One file is known under all its names", "[core][files]") {
  const Folder folder;
  write(folder.file("file"), "a");
  write(folder.file("other"), "a");
  fs::create_hard_link(folder.file("file"), folder.file("hard"));
  fs::create_symlink("file", folder.file("soft"));
  fs::create_directory_symlink(".", folder.file("here"));
  for (const char* name : {"file", "hard", "soft", "./file", "here/file"})
    REQUIRE(same_file(folder.file("file"), folder.file(name)));
  for (const char* name : {"new", "./new", "here/new"}) REQUIRE(same_file(folder.file("new"), folder.file(name)));
  REQUIRE(same_file("no such file", "./no such file"));
  REQUIRE_FALSE(same_file(folder.file("file"), folder.file("other")));
  REQUIRE_FALSE(same_file(folder.file("file"), folder.file("new")));
  REQUIRE_FALSE(same_file(folder.file("new"), folder.file("newer")));
  REQUIRE_FALSE(same_file(folder.file("new"), folder.file("nowhere/new")));
}

TEST_CASE("A child process does not remove the files of its parent", "[core][files]") {
  const Folder folder;
  std::optional<UnfinishedFile> file(folder.file("result"));
  const std::string working = file->working_path();
  const pid_t child = ::fork();
  if (child == 0) {
    file.reset();
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(fs::exists(working));
  file.reset();
  REQUIRE_FALSE(fs::exists(working));
}

TEST_CASE("A signal that ends the process removes what is unfinished", "[core][files]") {
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGABRT, SIGXCPU, SIGXFSZ}) {
    const Folder folder;
    const pid_t child = ::fork();
    if (child == 0) {
      for (const int one : {SIGHUP, SIGINT, SIGTERM, SIGABRT}) std::signal(one, SIG_DFL);  // Catch2 has handlers
      std::signal(SIGQUIT, SIG_DFL);
      remove_unfinished_files_on_signals();
      std::vector<std::unique_ptr<UnfinishedFile>> many;
      for (int i = 0; i < 100; ++i)
        many.push_back(std::make_unique<UnfinishedFile>(folder.file("result" + std::to_string(i))));
      many[50].reset();
      many[51]->finish();
      std::raise(signal);
      ::_exit(0);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CAPTURE(signal);
    REQUIRE(WIFSIGNALED(status));
    REQUIRE(WTERMSIG(status) == signal);
    REQUIRE(folder.count() == 1);
    REQUIRE(fs::exists(folder.file("result51")));
  }
}

TEST_CASE("A second signal does not interrupt the first in removing what is unfinished", "[core][files]") {
  const Folder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    struct sigaction standard{};  // Catch2 has a handler
    standard.sa_handler = SIG_DFL;
    ::sigaction(SIGTERM, &standard, nullptr);
    remove_unfinished_files_on_signals();
    const UnfinishedFile file(folder.file("result"));
    // As launchers of many processes send them: to this one and to its group, here at once.
    sigset_t terminate;
    ::sigemptyset(&terminate);
    ::sigaddset(&terminate, SIGTERM);
    ::sigprocmask(SIG_BLOCK, &terminate, nullptr);
    ::kill(::getpid(), SIGTERM);
    std::raise(SIGTERM);
    ::sigprocmask(SIG_UNBLOCK, &terminate, nullptr);
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
  REQUIRE(WTERMSIG(status) == SIGTERM);
  REQUIRE(folder.count() == 0);
}

TEST_CASE("Signals that are ignored stay so", "[core][files]") {
  const Folder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGHUP, SIG_IGN);
    remove_unfinished_files_on_signals();
    UnfinishedFile file(folder.file("result"));
    std::raise(SIGHUP);
    file.finish();
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  REQUIRE(fs::exists(folder.file("result")));
}
