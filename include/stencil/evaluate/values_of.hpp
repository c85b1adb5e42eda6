// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>
#include <type_traits>

#include <stencil/evaluate/row_cursor.hpp>
#include <stencil/matrix/dual.hpp>
#include <stencil/matrix/small_matrix.hpp>
#include <stencil/plan/cost.hpp>

/// The values of one node, evaluated by itself, and what can be said of them.
namespace stencil::values {

/// One column of a node into a leaf, a row at a time.
template <class Node, class Target>
struct OneColumn {
  Node node;
  Target target;

  template <class Columns>
  STENCIL_FUNCTION void operator()(const Columns& columns, std::ptrdiff_t column) const {
    using Where = typename Target::location;
    for (int row = 0; row < rows_at<Where>(columns.levels); ++row) {
      const RowCursor<plan::StoreNothing, Where> at{columns, column, row, nullptr, 0};
      at.store(target, at.template cast<typename Target::value_type>(node.value(at)));
    }
  }
};
/// By the backend, in all columns.
template <class Backend, class Node, class Target, class Grid, class Policy>
void evaluate_alone(const Node& node, const Target& target, const Grid& grid, const Policy& policy) {
  constexpr bool can = requires { Backend::each_column(grid, OneColumn<Node, Target>{node, target}, policy); };
  static_assert(can,
                "stencil: CheckValues needs a backend with each_column, which the backend of these fields lacks; "
                "docs/backends.md says what a backend consists of");
  if constexpr (can) Backend::each_column(grid, OneColumn<Node, Target>{node, target}, policy);
}

/// The value of a node that is the same everywhere.
struct NoPlace {
  template <class T>
  constexpr T constant(T x) const {
    return x;
  }
};
template <class Node>
constexpr auto constant(const Node& node) {
  return node.value(NoPlace{});
}

/// Whether a value is neither NaN nor infinite; of a matrix row the entries whose columns exist.
template <class Where, class T>
bool is_finite(const T& value, int, int, bool) {
  if constexpr (std::is_floating_point_v<T>) return std::isfinite(value);
  return true;
}
template <class Where, class T, std::size_t N>
bool is_finite(const Vec<T, N>& value, int row, int levels, bool ring) {
  for (const T& x : value.component)
    if (!is_finite<Where>(x, row, levels, ring)) return false;
  return true;
}
template <class Where, class T, std::size_t N>
bool is_finite(const Matrix<T, N>& value, int row, int levels, bool ring) {
  for (const auto& entries : value.entry) {
    for (const T& x : entries)
      if (!is_finite<Where>(x, row, levels, ring)) return false;
  }
  return true;
}
template <class Where, class T, int Low, int High>
bool is_finite(const BandRow<T, Low, High>& value, int row, int levels, bool ring) {
  for (int half = Low; half <= High; half += 2) {
    const int column = row + index_shift<Where>(half);
    const bool inside = ring || (column >= 0 && column < rows_at<location_at<Where, Low>>(levels));
    if (inside && !is_finite<Where>(value.entry[(half - Low) / 2], row, levels, ring)) return false;
  }
  return true;
}
template <class Where, class T, class Slope>
bool is_finite(const Dual<T, Slope>& value, int row, int levels, bool ring) {
  return is_finite<Where>(value.value, row, levels, ring) && is_finite<Where>(value.slope, row, levels, ring);
}

template <class T>
std::string text(const T& value) {
  if constexpr (std::is_arithmetic_v<T>) {
    char s[32];
    const auto number = static_cast<double>(value);
    std::snprintf(s, sizeof s, "%.9g", number);
    return number != number ? "nan" : s;  // whatever its sign
  } else {
    return "a value";
  }
}
template <class T, std::size_t N>
std::string text(const Vec<T, N>& value) {
  std::string s;
  for (const T& x : value.component) s += (s.empty() ? "(" : ", ") + text(x);
  return s + ")";
}
template <class T, int Low, int High>
std::string text(const BandRow<T, Low, High>& value) {
  std::string s;
  for (const T& x : value.entry) s += (s.empty() ? "a row [" : ", ") + text(x);
  return s + "]";
}
template <class T, class Slope>
std::string text(const Dual<T, Slope>& value) {
  return text(value.value) + " with slope " + text(value.slope);
}

}  // namespace stencil::values
