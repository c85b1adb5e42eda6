// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include <stencil/stencil.hpp>

#include "support/axes.hpp"

/// Operations along columns whose results can be known exactly, whatever the grouping or whatever the rounding.
namespace support {

/// Levels around the sizes where an algorithm changes its way.
inline constexpr std::array awkward_levels = {1,  2,   3,   4,   31,  32,  33,  63,   64,
                                              65, 127, 128, 129, 255, 256, 257, 1000, 4097};

/// All awkward levels with few columns, and awkward numbers of columns with few levels.
template <class Visit>
void each_column_shape(const Visit& visit) {
  for (std::size_t i = 0; i < awkward_levels.size(); ++i) visit(awkward_levels[i], i % 2 + 1);
  for (const std::size_t columns : {31U, 32U, 33U, 1000U}) visit(35, columns);
}

/// 2 x 2 matrices of numbers modulo a prime: an associative product that does not commute, in exact arithmetic.
struct Matrix {
  int a, b, c, d;
  STENCIL_FUNCTION friend bool operator==(const Matrix& x, const Matrix& y) {
    return x.a == y.a && x.b == y.b && x.c == y.c && x.d == y.d;
  }
};
inline constexpr int prime = 10007;
struct MatrixProduct {
  STENCIL_FUNCTION Matrix operator()(const Matrix& x, const Matrix& y) const {
    return {(x.a * y.a + x.b * y.c) % prime, (x.a * y.b + x.b * y.d) % prime, (x.c * y.a + x.d * y.c) % prime,
            (x.c * y.b + x.d * y.d) % prime};
  }
};
struct MatrixOf {
  template <class T>
  STENCIL_FUNCTION Matrix operator()(const T& x) const {
    const int n = static_cast<int>(x * 4000 + 4001);
    return {n, 1, 3, n / 2};
  }
};
struct MatrixEntries {
  STENCIL_FUNCTION float operator()(const Matrix& m) const { return static_cast<float>(m.a + 2 * m.b + 4 * m.c); }
};
inline constexpr Matrix identity_matrix{1, 0, 0, 1};

/// The Motzkin numbers 1, 1, 2, 4, 9, 21, ... by (n + 2) M(n) = (2n + 1) M(n-1) + 3(n - 1) M(n-2).
struct Motzkin {
  double n, last, before;
};
struct NextMotzkin {
  template <class T>
  STENCIL_FUNCTION Motzkin operator()(const Motzkin& m, const T& step) const {
    const double n = m.n + static_cast<double>(step);
    return {n, ((2 * n + 1) * m.last + 3 * (n - 1) * m.before) / (n + 2), m.last};
  }
};
struct LastMotzkin {
  STENCIL_FUNCTION double operator()(const Motzkin& m) const { return m.last; }
};
inline constexpr Motzkin first_motzkin{0, 1, 0};

/// op(... op(op(init, x0), x1) ...) after each value that an accumulation at `To` has passed, in the order of rows.
template <class To, class State, class T, class Step>
std::vector<State> accumulated(std::span<const T> x, int levels, bool upward, State state, const Step& step) {
  const bool at_faces = std::is_same_v<To, stencil::Face>;
  const bool to_faces = at_faces && x.size() == static_cast<std::size_t>(levels);
  const std::size_t rows = static_cast<std::size_t>(levels) + (at_faces ? 1 : 0);
  std::vector<State> result(rows);
  for (std::size_t p = 0; p < rows; ++p) {
    if (!to_faces || p > 0) {
      const std::size_t from = to_faces ? p - 1 : p;
      state = step(state, x[upward ? from : x.size() - 1 - from]);
    }
    result[upward ? p : rows - 1 - p] = state;
  }
  return result;
}

}  // namespace support
