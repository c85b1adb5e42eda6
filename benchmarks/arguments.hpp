// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <system_error>

/// Numbers that a program is started with.
namespace arguments {

/// The whole number from 1 on that a text is, nothing else. std::invalid_argument for any other text.
template <class Whole>
Whole whole(const std::string& text) {
  Whole number = 0;
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || after != end || number < 1)
    throw std::invalid_argument("'" + text + "' is no whole number from 1 on that fits");
  return number;
}

/// The same of argument `which`, or `otherwise` where there are fewer. Any other text ends the program with a sentence
/// on standard error and status 2.
template <class Whole>
Whole number(int count, char** argument, int which, Whole otherwise) {
  if (which >= count) return otherwise;
  try {
    return whole<Whole>(argument[which]);
  } catch (const std::invalid_argument& error) {
    std::fprintf(stderr, "%s: %s\n", argument[0], error.what());
    std::exit(2);
  }
}

}  // namespace arguments
