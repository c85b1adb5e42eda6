// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>

namespace stencil {

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

}  // namespace stencil
