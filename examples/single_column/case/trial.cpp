// SPDX-License-Identifier: BSD-3-Clause
#include "trial.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <string>

#include "common/user_error.hpp"

namespace single_column {
namespace {

constexpr unsigned seconds_allowed = 10;
constexpr rlim_t memory_allowed = rlim_t{8} << 30;
constexpr int needs_more_memory = 3;

[[noreturn]] void be_the_child(const std::function<void()>& use) {
  const rlimit no_core{0, 0};
  rlimit memory{};
  ::setrlimit(RLIMIT_CORE, &no_core);
  if (::getrlimit(RLIMIT_AS, &memory) == 0 && memory.rlim_cur > memory_allowed) {
    memory.rlim_cur = memory_allowed;
    ::setrlimit(RLIMIT_AS, &memory);
  }
  // The C library has words of its own for damaged memory.
  const int nowhere = ::open("/dev/null", O_WRONLY);
  if (nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
  std::signal(SIGALRM, SIG_DFL);
  ::alarm(seconds_allowed);
  try {
    use();
  } catch (const std::bad_alloc&) {
    ::_exit(needs_more_memory);
  } catch (...) {
    ::_exit(0);  // the parent will see it too
  }
  ::_exit(0);
}

}  // namespace

void try_in_child(const std::string& path, const std::function<void()>& use) {
  const pid_t child = ::fork();
  if (child < 0)
    throw example::UserError(path + ": cannot be read in a process of its own (" + std::strerror(errno) + ")");
  if (child == 0) be_the_child(use);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return;  // nobody tells how it ended
  }
  const auto refuse = [&path](const std::string& why) { throw example::UserError(path + ": " + why); };
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    refuse("is not read within " + std::to_string(seconds_allowed) + " s; it is damaged, or no driver file");
  if (WIFSIGNALED(status))
    refuse("is damaged; reading it ends netCDF by signal " + std::to_string(WTERMSIG(status)) + " (" +
           ::strsignal(WTERMSIG(status)) + ")");
  if (WIFEXITED(status) && WEXITSTATUS(status) == needs_more_memory)
    refuse("needs more memory than any driver file; it is damaged");
}

}  // namespace single_column
