// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#if defined(__unix__)
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#endif

#include "failures/assignments.hpp"
#include "support/threads.hpp"

namespace {

/// The allocation that fails while this is armed, counted from 1.
std::atomic<bool> armed = false;
std::atomic<int> fails_in = 0;
/// What was allocated and not given back.
std::atomic<long> alive = 0;

bool fails() { return armed && fails_in.fetch_sub(1) == 1; }

}  // namespace

// Not inlined: g++ 12 would see malloc and free apart from new and delete, and warn.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  void* memory = fails() ? nullptr : std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  ++alive;
  return memory;
}
[[gnu::noinline]] void* operator new[](std::size_t bytes) { return operator new(bytes); }
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  if (memory != nullptr) --alive;
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
[[gnu::noinline]] void operator delete[](void* memory) noexcept { operator delete(memory); }
[[gnu::noinline]] void operator delete[](void* memory, std::size_t) noexcept { operator delete(memory); }
#if defined(__GLIBC__)
// The memory of fields, and scratch.
extern "C" [[gnu::noinline]] void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  void* memory = nullptr;
  return fails() || posix_memalign(&memory, alignment, bytes) != 0 ? nullptr : memory;
}
#endif

namespace {

using failures::Assignment;
using failures::Inputs;
using failures::Outputs;

/// What came of an assignment.
struct Outcome {
  char thrown[200] = "";
  bool unwritten = false;
  bool works_again = false;
  long left_behind = 0;
  bool nothing_thrown() const { return *thrown == 0; }
  bool says(const char* text) const { return std::string_view(thrown).find(text) != std::string_view::npos; }
};
/// By a thread that has no scratch yet. before(outputs) comes first, after() when it has been interrupted.
template <class Before, class After>
Outcome attempt(const Assignment& assignment, const Inputs& in, int threads, const std::vector<double>& expected,
                const Before& before, const After& after) {
  Outcome outcome;
  const long alive_before = alive;
  std::thread fresh([&] {
    const support::Threads count(threads);
    Outputs out(in);
    before(out);
    const std::vector<double> old = out.values();
    try {
      armed = true;
      assignment.run(in, out);
      armed = false;
    } catch (const std::exception& e) {
      armed = false;
      std::snprintf(outcome.thrown, sizeof outcome.thrown, "%s", e.what());
    }
    outcome.unwritten = out.values() == old;
    after();
    out.begin();
    assignment.run(in, out);
    outcome.works_again = out.values() == expected;
  });
  fresh.join();
  // OpenMP's threads that worked for it end later, and give back what they kept.
  for (int waited = 0; waited < 2000 && alive != alive_before; ++waited) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  outcome.left_behind = alive - alive_before;
  return outcome;
}

}  // namespace

TEST_CASE("When an allocation fails nothing is written or lost, and the next call works", "[failures][memory]") {
  struct Size {
    int threads;
    std::size_t columns;  // some more than fill vectors
    int levels;           // where they are many, strips of the last columns take more memory than the others
  };
  for (const auto [threads, columns, levels] :
       {Size{1, 21, 20}, Size{1, 3203, 20}, Size{2, 3203, 20}, Size{1, 21, 600}}) {
    const Inputs in(columns, levels);
    for (const Assignment& assignment : failures::assignments()) {
      if (threads == 2 && !assignment.in_threads) continue;
      const bool by_strips = std::string_view(assignment.name).starts_with("a column function");
      if (!by_strips && threads == 1 && columns > 1000) continue;
      const std::vector<double> expected = failures::expected_of(assignment, in);
      attempt(assignment, in, threads, expected, [](const Outputs&) { fails_in = 0; }, [] {});  // OpenMP's keep memory
      int which = 1;
      for (Outcome outcome;; ++which) {
        CAPTURE(assignment.name, threads, levels, which);
        REQUIRE(which < 1000);
        outcome = attempt(assignment, in, threads, expected, [which](const Outputs&) { fails_in = which; }, [] {});
        CHECK(outcome.works_again);
        CHECK(outcome.left_behind == 0);
        if (outcome.nothing_thrown()) break;
        CAPTURE(outcome.thrown);
        CHECK((outcome.says("out of memory") || outcome.says(std::bad_alloc().what())));
        CHECK(outcome.unwritten);
      }
    }
  }
}

TEST_CASE("After scratch could not grow the next call has what it needs", "[failures][memory]") {
  const Inputs few(5), many(5, 20000);
  for (const Assignment& assignment : failures::assignments()) {
    if (!assignment.in_threads) continue;
    CAPTURE(assignment.name);
    const std::vector<double> expected = failures::expected_of(assignment, few);
    Outputs small(few), large(many);
    assignment.run(few, small);
    for (int which = 1; which < 5; ++which) {
      try {
        fails_in = which;
        armed = true;
        assignment.run(many, large);
      } catch (const std::exception&) {
      }
      armed = false;
      small.begin();
      assignment.run(few, small);
      CHECK(small.values() == expected);
    }
  }
}

TEST_CASE("What a function throws on any thread reaches the caller, and the next call works", "[failures][threads]") {
  const Inputs in(3200);
  fails_in = 0;
  for (const Assignment& assignment : failures::assignments()) {
    if (!assignment.calls_the_function) continue;
    const std::vector<double> expected = failures::expected_of(assignment, in);
    for (const int threads : {1, 2}) {
      attempt(assignment, in, threads, expected, [](const Outputs&) {}, [] {});  // OpenMP's threads keep memory
      for (const std::size_t column : {std::size_t{0}, in.grid.columns() - 1}) {
        CAPTURE(assignment.name, threads, column);
        std::pair<double, float> old;
        const auto mark = [&](const Outputs& out) {
          old = in.mark(column, {1000, 1000});
          out.x(7, column) = 1000;
        };
        const Outcome outcome =
            attempt(assignment, in, threads, expected, mark, [&] { static_cast<void>(in.mark(column, old)); });
        CHECK(outcome.says("above the limit"));
        CHECK(outcome.works_again);
        CHECK(outcome.left_behind == 0);
      }
    }
  }
}

#if defined(__unix__)
TEST_CASE("The child of a fork may assign with one thread, whatever the parent did", "[failures][fork]") {
  const Inputs in(3200);
  const Assignment& assignment = failures::assignments()[1];
  std::vector<double> expected;
  {
    const support::Threads two(2);
    expected = failures::expected_of(assignment, in);
  }
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    alarm(60);
    const support::Threads one(1);
    _exit(failures::expected_of(assignment, in) == expected ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("No signal is handled or blocked by the library", "[failures][signals]") {
  const auto handlers = [] {
    std::vector<void (*)(int)> all;
    for (int number = 1; number < 32; ++number) {
      struct sigaction action{};
      all.push_back(sigaction(number, nullptr, &action) == 0 ? action.sa_handler : nullptr);
    }
    return all;
  };
  const auto blocked = [] {
    sigset_t set;
    pthread_sigmask(SIG_SETMASK, nullptr, &set);
    std::vector<int> all;
    for (int number = 1; number < 32; ++number) all.push_back(sigismember(&set, number));
    return all;
  };
  const auto handlers_before = handlers();
  const auto blocked_before = blocked();
  const Inputs in(5);
  for (const Assignment& assignment : failures::assignments()) {
    static_cast<void>(failures::expected_of(assignment, in));
    CHECK(handlers() == handlers_before);
    CHECK(blocked() == blocked_before);
  }
}
#endif
