// SPDX-License-Identifier: BSD-3-Clause
#include "../../benchmarks/arguments.hpp"
#include "../../benchmarks/difference.hpp"

#include <catch2/catch_test_macros.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

TEST_CASE("A number of a command line is a whole number from 1 on and nothing else", "[arguments]") {
  REQUIRE(arguments::whole<int>("64") == 64);
  REQUIRE(arguments::whole<std::size_t>("5000000000") == 5000000000);
  for (const char* wrong : {"abc", "", "0", "-3", "+3", " 3", "12x", "1e6", "4.5", "0x10", "5000000000"}) {
    CAPTURE(wrong);
    REQUIRE_THROWS_AS(arguments::whole<int>(wrong), std::invalid_argument);
  }
}

TEST_CASE("A program with a number that is none ends with status 2", "[arguments]") {
  std::vector<std::string> words{"program", "128", "abc"};
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  REQUIRE(arguments::number(3, pointers.data(), 1, 64) == 128);
  REQUIRE(arguments::number(2, pointers.data(), 2, 64) == 64);
  const pid_t child = fork();
  if (child == 0) {
    close(STDERR_FILENO);
    _exit(arguments::number(3, pointers.data(), 2, 64) == 64 ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE((WIFEXITED(status) && WEXITSTATUS(status) == 2));
}

TEST_CASE("A NaN among differences of results is the largest", "[arguments]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  REQUIRE(difference::larger(1, 2) == 2);
  REQUIRE(difference::larger(2, 1) == 2);
  REQUIRE(std::isnan(difference::larger(0, nan)));
  REQUIRE(std::isnan(difference::larger(nan, std::numeric_limits<double>::infinity())));
}
