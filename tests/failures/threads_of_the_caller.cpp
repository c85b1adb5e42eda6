// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "failures/assignments.hpp"

// Run under ThreadSanitizer, which reports what two threads write without taking turns.
TEST_CASE("Threads may write fields of their own at the same time, and read the same ones", "[threads]") {
  using failures::Assignment, failures::Inputs, failures::assignments;
  std::vector<std::vector<double>> expected;
  {
    const Inputs in(7);
    for (const Assignment& assignment : assignments()) expected.push_back(failures::expected_of(assignment, in));
  }
  const Inputs in(7);  // a grid of which no thread has made a copy yet
  const auto work = [&](std::size_t start, std::string& wrong) {
    failures::Outputs out(in);
    for (std::size_t i = 0; i < assignments().size(); ++i) {
      const std::size_t which = (i + start) % assignments().size();
      out.begin();
      assignments()[which].run(in, out);
      if (out.values() != expected[which]) wrong += std::string(" ") + assignments()[which].name;
    }
  };
  std::string wrong[3];
  std::vector<std::thread> threads;
  for (const std::size_t start : {std::size_t{0}, std::size_t{0}, std::size_t{5}})
    threads.emplace_back(work, start, std::ref(wrong[threads.size()]));
  for (std::thread& thread : threads) thread.join();
  for (const std::string& names : wrong) CHECK(names.empty());
}
