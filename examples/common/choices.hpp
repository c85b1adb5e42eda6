// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <string>

/// Options that several examples have. Needs CLI11.
namespace example {

inline constexpr const char* without_cuda =
    "; the program was built without CUDA, for which CMake takes -DSTENCIL_CUDA=ON";
/// A backend that the program was built with.
inline CLI::Validator built_backend(bool with_cuda) {
  const std::string all = with_cuda ? "{cpu,cuda}" : "{cpu}";
  const auto wrong = [with_cuda, all](const std::string& given) -> std::string {
    if (given == "cpu" || (given == "cuda" && with_cuda)) return {};
    return given + " not in " + all + (given == "cuda" ? without_cuda : "");
  };
  return {wrong, all, "backend"};
}

/// The name of a picture, whose ending says how it is drawn.
inline CLI::Validator picture_file(const std::string& ending) {
  const auto wrong = [ending](const std::string& given) -> std::string {
    if (given.ends_with(ending)) return {};
    return "'" + given + "' does not end in " + ending + ", the only kind of picture that the program draws";
  };
  return {wrong, "", "picture"};
}

}  // namespace example
