// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <iosfwd>
#include <string>
#include <type_traits>
#include <vector>

#include <stencil/field_base.hpp>
#include <stencil/plan/text.hpp>
#include <stencil/where_used.hpp>

namespace stencil {

namespace detail::printing {

template <class T>
std::string value_text(const T& x) {
  if constexpr (std::is_arithmetic_v<T>) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.6g", static_cast<double>(x));
    return digits;
  } else if constexpr (is_vec<T>) {
    std::string s;
    for (const auto& c : x.component) s += (s.empty() ? "(" : ", ") + value_text(c);
    return s + ")";
  } else {
    return "?";
  }
}

/// ", min 290, max 300", and how many NaN there are.
template <class T>
std::string range_text(const std::vector<T>& values) {
  if constexpr (!std::is_arithmetic_v<T> || std::is_same_v<T, bool>) {
    return {};
  } else {
    std::size_t invalid = 0;
    const T* low = nullptr;
    const T* high = nullptr;
    for (const T& x : values) {
      if (isnan(x)) {
        ++invalid;
        continue;
      }
      if (low == nullptr || x < *low) low = &x;
      if (high == nullptr || *high < x) high = &x;
    }
    std::string s;
    if (low != nullptr) s = ", min " + value_text(*low) + ", max " + value_text(*high);
    return invalid == 0 ? s : s + ", " + std::to_string(invalid) + " NaN";
  }
}

/// The first and last of many: their indices, with -1 for what is left out.
template <class Index = std::ptrdiff_t>
std::vector<Index> shown(std::size_t count, std::size_t at_most) {
  std::vector<Index> indices;
  for (std::size_t i = 0; i < count; ++i) {
    if (count > at_most && i == at_most / 2) {
      indices.push_back(-1);
      i = count - at_most / 2;
    }
    indices.push_back(static_cast<Index>(i));
  }
  return indices;
}

/// Cells set flush right in columns as wide as their widest.
template <class Rows>
std::string aligned(const Rows& rows) {
  where_used<std::vector<std::size_t>, Rows> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  where_used<std::string, Rows> text;
  for (const auto& row : rows) {
    where_used<std::string, Rows> line;
    for (std::size_t i = 0; i < row.size(); ++i) line += std::string(2 + widths[i] - row[i].size(), ' ') + row[i];
    text += line + "\n";
  }
  return text;
}

/// What is printed of a field: its name and shape, the range of its values, and those of some levels and columns with
/// their heights, the highest first.
template <class Field>
std::string table(const Field& field) {
  const auto& leaf = field.node();
  if (field.empty()) return detail::checks::describe(leaf) + detail::checks::why_empty(leaf) + "\n";
  const auto values = field.to_host();
  const auto rows = static_cast<std::size_t>(field.levels());
  const auto columns = shown<where_used<std::ptrdiff_t, Field>>(field.columns(), 4);
  constexpr bool has_heights = !std::is_same_v<typename Field::location, Surface>;
  where_used<std::vector<std::vector<std::string>>, Field> lines(1);
  if (has_heights) lines[0].push_back(field.grid().heights_per_column() ? "z of column 0 [m]" : "z [m]");
  for (const auto c : columns) lines[0].push_back(c < 0 ? "..." : "column " + std::to_string(c));
  auto levels = shown<where_used<std::ptrdiff_t, Field>>(rows, 12);
  std::reverse(levels.begin(), levels.end());
  for (const auto k : levels) {
    auto& line = lines.emplace_back();
    if constexpr (has_heights) {
      const auto z = std::is_same_v<typename Field::location, Face> ? field.grid().z_faces() : field.grid().z_centers();
      line.push_back(k < 0 ? "..." : value_text(z[static_cast<std::size_t>(k)]));
    }
    if (k < 0) continue;
    for (const auto c : columns) {
      using T = typename Field::value_type;
      const auto i = static_cast<std::size_t>(c) * rows + static_cast<std::size_t>(k);
      line.push_back(c < 0 ? "" : value_text(static_cast<T>(values[i])));
    }
  }
  return detail::checks::describe(leaf) + range_text(values) + "\n" + aligned(lines);
}

}  // namespace detail::printing

/// A field as a short table of values with their heights, an expression as its formula.
template <class Traits, class E>
  requires IsOperand<E>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, const E& e) {
  if constexpr (requires { e.to_host(); }) {
    return out << detail::printing::table(e);
  } else {
    return out << plan::formula(as_node(e));
  }
}

}  // namespace stencil
