// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <type_traits>
#include <vector>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/algorithm/small_matrix.hpp>
#include <stencil/assign/check.hpp>
#include <stencil/finite.hpp>
#include <stencil/host_copies.hpp>
#include <stencil/inspect/noting_cursor.hpp>
#include <stencil/numbers/dual.hpp>
#include <stencil/plan/text.hpp>

/// The values of one node, evaluated by itself, and messages about them.
namespace stencil::detail::values {

/// Evaluates one column of a node into a leaf, row by row.
template <class Node, class Target>
struct ValuesOfColumn {
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
/// Evaluates all columns of a node by a backend, for the host to read.
template <class Backend, class Node, class Target, class Grid, class Policy>
void evaluate_alone(const Node& node, const Target& target, const Grid& grid, const Policy& policy) {
  constexpr bool can = requires { Backend::each_column(grid, ValuesOfColumn<Node, Target>{node, target}, policy); };
  static_assert(can,
                "stencil: CheckValues needs a backend with each_column, which the backend of these fields lacks; "
                "docs/backends.md says what a backend consists of");
  if constexpr (can) {
    Backend::each_column(grid, ValuesOfColumn<Node, Target>{node, target}, policy);
    host_copies::wait_for<Backend>(policy);
  }
}

/// A cursor at no position, for nodes whose value is the same everywhere.
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

/// Whether a value is neither NaN nor infinite. In a row of a matrix only entries inside the matrix count.
template <class Where, class T>
bool is_finite(const T& value, int, int, bool) {
  if constexpr (std::is_floating_point_v<T>) return stencil::is_finite(value);
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
    return is_nan(number) ? "nan" : s;  // without a sign
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

/// " at face 3 of column 7"
template <class Where>
std::string place(std::size_t column, int row) {
  const std::string of_column = " of column " + std::to_string(column);
  if constexpr (std::is_same_v<Where, Surface>) return " in column " + std::to_string(column);
  return std::string(" at ") + Where::name + " " + std::to_string(row) + of_column;
}

/// Throws ValueError, with the values that the node read there, for its first value in the rows `asked` that is not
/// finite.
template <class N, class T, class Operands>
void require_finite(const N& node, const std::vector<T>& host, const MarkedRows& asked, const ColumnGridData& grid,
                    const Operands& operands_at, const std::string& result_of = {}) {
  std::size_t bad = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < host.size(); ++i) {
    const int row = static_cast<int>(i % static_cast<std::size_t>(asked.rows));
    if (asked.mark[i] == 0 || detail::values::is_finite<typename N::location>(host[i], row, grid.levels, grid.periodic))
      continue;
    if (bad++ == 0) first = i;
  }
  if (bad == 0) return;
  const std::size_t column = first / static_cast<std::size_t>(asked.rows);
  const int row = static_cast<int>(first % static_cast<std::size_t>(asked.rows));
  const std::string formula = result_of.empty() ? plan::formula(node) : result_of;
  std::string what = formula;
  if constexpr (plan::IsMemory<N>::value) {
    if (result_of.empty()) what = "the operand " + detail::checks::describe(node);
  }
  std::string message = what + " is " + detail::values::text(host[first]) + place<typename N::location>(column, row);
  std::string read = operands_at(column, row);
  if (!read.empty()) read.pop_back();
  if (!read.empty()) message += "; it read" + read;
  if (bad > 1) message += "; it has " + std::to_string(bad) + " such values";
  throw ValueError(message, formula, column, row);
}

}  // namespace stencil::detail::values
