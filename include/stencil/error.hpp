// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>

namespace stencil {

/// A number for a message, with as many digits as tell it from its neighbours, but at least six if it has them.
inline std::string digits_of(double x) {
  char text[32];
  for (int digits = 6; digits <= 17; ++digits) {
    std::snprintf(&text[0], sizeof text, "%.*g", digits, x);
    if (std::strtod(&text[0], nullptr) == x) break;
  }
  return &text[0];
}

/// Base of everything the library throws. The message says what is wrong, where, and what to do.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error("stencil: " + message) {}
};

/// A grid that cannot be built, or operands that live on different grids.
class GridError : public Error {
 public:
  using Error::Error;
};

/// Sizes, strides or pointers that do not fit.
class ShapeError : public Error {
 public:
  using Error::Error;
};

/// Fields of several devices in one evaluation. The message names them.
class DeviceError : public Error {
 public:
  using Error::Error;
};

/// An expression or a destination that outlived one of its fields; found in debug builds, where NDEBUG is not defined.
class LifetimeError : public Error {
 public:
  using Error::Error;
};

/// What an assignment with CheckValues throws: a NaN or an infinite value, and the first node of the tree that has it.
class ValueError : public Error {
 public:
  ValueError(const std::string& message, std::string what_is_bad, std::size_t in_column, int at_level)
      : Error(message), node(std::move(what_is_bad)), column(in_column), level(at_level) {}
  std::string node;    ///< its formula
  std::size_t column;  ///< the first with such a value
  int level;           ///< the lowest in it, at the node's own location
};

}  // namespace stencil
