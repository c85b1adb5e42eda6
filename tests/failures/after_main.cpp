// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "failures/assignments.hpp"

namespace {

using failures::Assignment, failures::Inputs, failures::Outputs, failures::assignments;

std::vector<std::vector<double>>& expected() {
  static auto* const values = new std::vector<std::vector<double>>;  // never destroyed, to be there at the very end
  return *values;
}

/// A model that writes its last values when it ends.
struct EndsWithTheProgram {
  ~EndsWithTheProgram() {
    if (expected().empty()) return;
    const Inputs in(7);
    Outputs out(in);
    for (std::size_t i = 0; i < expected().size(); ++i) {
      out.begin();
      assignments()[i].run(in, out);
      if (out.values() == expected()[i]) continue;
      std::fprintf(stderr, "wrong after main: %s\n", assignments()[i].name);
      std::_Exit(1);
    }
  }
};
const EndsWithTheProgram ends_with_the_program;

}  // namespace

// Memory that a thread keeps has ended by then, which AddressSanitizer sees.
TEST_CASE("The destructor of a static object may assign after main", "[after main]") {
  const Inputs in(7);
  for (const Assignment& assignment : assignments()) expected().push_back(failures::expected_of(assignment, in));
  CHECK_FALSE(expected().empty());
}
