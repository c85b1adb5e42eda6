// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>

#include <stencil/config.hpp>

namespace stencil {

/// Messages of errors that every program compiles. Pieces in a list take less of that than strings and + do.
namespace messages {

/// A number for a message, with as many digits as tell it from its neighbours, but at least six if it has them.
inline std::string digits_of(double x) {
  char text[32];
  for (int digits = 6; digits <= 17; ++digits) {
    std::snprintf(&text[0], sizeof text, "%.*g", digits, x);
    if (std::strtod(&text[0], nullptr) == x) break;
  }
  return &text[0];
}

/// Text, a whole number, or one with as many digits as tell it from its neighbours.
class TextPiece {
 public:
  // NOLINTBEGIN(google-explicit-constructor): pieces of a list
  TextPiece(const char* text) : kind_(Kind::text), as_text(text) {}
  TextPiece(const std::string& text) : TextPiece(text.c_str()) {}
  TextPiece(int number) : TextPiece(static_cast<long long>(number)) {}
  TextPiece(long number) : TextPiece(static_cast<long long>(number)) {}
  TextPiece(long long number)
      : kind_(number < 0 ? Kind::negative : Kind::whole), as_whole(static_cast<unsigned long long>(number)) {}
  TextPiece(unsigned number) : TextPiece(static_cast<unsigned long long>(number)) {}
  TextPiece(unsigned long number) : TextPiece(static_cast<unsigned long long>(number)) {}
  TextPiece(unsigned long long number) : kind_(Kind::whole), as_whole(number) {}
  TextPiece(double number) : kind_(Kind::real), as_real(number) {}
  // NOLINTEND(google-explicit-constructor)

  STENCIL_COLD void append_to(std::string& message) const {
    char digits[32];
    const char* text = digits;
    switch (kind_) {
      case Kind::text:
        text = as_text;
        break;
      case Kind::whole:
        std::snprintf(digits, sizeof(digits), "%llu", as_whole);
        break;
      case Kind::negative:
        std::snprintf(digits, sizeof(digits), "-%llu", 0 - as_whole);
        break;
      case Kind::real:
        message.append(digits_of(as_real));
        return;
    }
    message.append(text);
  }

 private:
  enum class Kind { text, whole, negative, real };
  Kind kind_;
  union {
    const char* as_text;
    unsigned long long as_whole;
    double as_real;
  };
};

/// The pieces, one after the other.
STENCIL_COLD inline std::string joined(std::initializer_list<TextPiece> pieces) {
  std::string message;
  for (const TextPiece& piece : pieces) piece.append_to(message);
  return message;
}

/// Throws an E with that message.
template <class E>
[[noreturn]] STENCIL_COLD void raise(std::initializer_list<TextPiece> pieces) {
  throw E(joined(pieces));
}

}  // namespace messages

/// Base of everything the library throws. The message says what is wrong, where, and what to do.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(messages::joined({"stencil: ", message})) {}
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
