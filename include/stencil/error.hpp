// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>

#include <stencil/config.hpp>

namespace stencil {

/// Messages of errors that every program compiles. Pieces in a list take less of that than strings and + do.
namespace detail::messages {

/// Writes a number to memory of 32 characters, with as many digits as tell it from its neighbours, but at least six if
/// it has them.
STENCIL_COLD inline void put_digits(char* text, double x) {
  for (int digits = 6; digits <= 17; ++digits) {
    std::snprintf(text, 32, "%.*g", digits, x);
    if (std::strtod(text, nullptr) == x) break;
  }
}
/// The same as text.
inline std::string digits_of(double x) {
  char text[32];
  put_digits(text, x);
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

  /// The text; `digits` is memory of 32 characters for that of a number.
  STENCIL_COLD const char* in(char* digits) const {
    switch (kind_) {
      case Kind::text:
        return as_text;
      case Kind::whole:
        std::snprintf(digits, 32, "%llu", as_whole);
        break;
      case Kind::negative:
        std::snprintf(digits, 32, "-%llu", 0 - as_whole);
        break;
      case Kind::real:
        put_digits(digits, as_real);
        break;
    }
    return digits;
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

/// Pieces of text, one after the other, in C's words: in C++20 what std::string does is compiled by every program.
class Text {
 public:
  STENCIL_COLD Text(std::initializer_list<TextPiece> pieces) {
    for (const TextPiece& piece : pieces) append(piece);
  }
  Text(const Text&) = delete;
  Text& operator=(const Text&) = delete;
  STENCIL_COLD ~Text() { std::free(all_); }
  /// "" without pieces.
  const char* c_str() const { return all_ == nullptr ? "" : all_; }

 private:
  STENCIL_COLD void append(const TextPiece& piece) {
    char digits[32];
    const char* const text = piece.in(digits);
    const std::size_t size = std::strlen(text);
    void* const more = std::realloc(all_, size_ + size + 1);
    if (more == nullptr) return;  // the message is shorter, but says what is wrong
    all_ = static_cast<char*>(more);
    std::memcpy(all_ + size_, text, size + 1);
    size_ += size;
  }
  char* all_ = nullptr;
  std::size_t size_ = 0;
};
/// The pieces as a string.
STENCIL_COLD inline std::string joined(std::initializer_list<TextPiece> pieces) { return Text(pieces).c_str(); }

/// Throws an E with that message.
template <class E>
[[noreturn]] STENCIL_COLD void raise(std::initializer_list<TextPiece> pieces) {
  throw E(Text(pieces).c_str());
}

}  // namespace detail::messages

/// Base of everything the library throws. The message says what is wrong, where, and what to do.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : Error(message.c_str()) {}
  /// The same of text that ends in a zero.
  STENCIL_COLD explicit Error(const char* message)
      : std::runtime_error(detail::messages::Text({"stencil: ", message}).c_str()) {}
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
