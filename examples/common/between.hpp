// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <string>
#include <system_error>

/// Numbers of options. Needs CLI11.
namespace example {

inline std::string text(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%g", value);
  return buffer;
}

/// A number between two others, and nothing that is no number.
inline CLI::Validator between(double low, double high) {
  const auto wrong = [low, high](const std::string& given) -> std::string {
    double value = 0.0;
    const char* const end = given.data() + given.size();
    const auto [after, error] = std::from_chars(given.data(), end, value);
    if (error == std::errc{} && after == end && value >= low && value <= high) return {};
    return "'" + given + "' is no number from " + text(low) + " to " + text(high);
  };
  return {wrong, text(low) + " to " + text(high), "between"};
}

}  // namespace example
