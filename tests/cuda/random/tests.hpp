// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace fuzz::device {

/// Cases of a function.
struct Count {
  int compared = 0;
  int differ = 0;
};

struct Test {
  const char* name;
  Count (*compare)();
};
/// All functions of the program.
std::vector<Test>& tests();

/// Adds a function to them.
struct Registered {
  Registered(const char* name, Count (*compare)()) { tests().push_back({name, compare}); }
};

}  // namespace fuzz::device
