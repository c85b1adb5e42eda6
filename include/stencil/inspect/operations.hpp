// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <stencil/inspect/outline.hpp>

/// Operations of a column function in the list that inspect/symbols.hpp makes: their names and formulas, and how many
/// values are alive.
namespace stencil::column_functions {

/// Whether a node of the list is an operation of the function rather than an argument, a number or a grid quantity.
inline bool is_operation(const plan::OutlineNode& n) {
  return n.kept == plan::Kept::registers || n.kept == plan::Kept::destination;
}
/// How formulas call a value: by the name that it was given, else an operation by its number.
template <class List>
std::string called_in(const List& list, int place) {
  const plan::OutlineNode& n = list.nodes[static_cast<std::size_t>(place)];
  return !n.given.empty() ? n.given : is_operation(n) ? "#" + std::to_string(place) : n.formula;
}
/// The formula of one operation: "sqrt(#12)", "(a - #7)".
template <class List>
std::string formula_of(const List& list, int place) {
  const plan::OutlineNode& n = list.nodes[static_cast<std::size_t>(place)];
  if (!is_operation(n)) return n.formula;
  std::string s;
  for (const plan::NodeRead& read : n.reads) {
    s += s.empty() ? "" : n.infix ? " " + n.name + " " : ", ";
    s += called_in(list, read.node);
  }
  if (n.infix) return "(" + (n.reads.size() == 1 ? n.name : std::string()) + s + ")";
  if (n.is_operator()) {
    const auto condition = [](const std::string& served) {
      return served.starts_with("closure") || served == "free" ? std::string("closure") : served;
    };
    const bool none = condition(n.bottom) == "closure" && condition(n.top) == "closure";
    return n.name + (none ? "()" : "(bottom: " + condition(n.bottom) + ", top: " + condition(n.top) + ")") + "(" + s +
           ")";
  }
  const std::size_t word = std::min(n.name.find(", from the "), n.name.size());  // without the direction of a march
  return n.name.substr(0, word) + "(" + s + ")" + n.name.substr(word);
}

/// The largest number of values with levels that are alive at the same time. A value is alive from its operation to the
/// last one that reads it, a result to the end.
STENCIL_WHERE_CALLED
inline int most_alive(const plan::Outline& list) {
  const auto has_rows = [](const plan::OutlineNode& n) {
    return n.location != Surface::name && n.kept != plan::Kept::number && n.kept != plan::Kept::grid &&
           n.evaluations > 0;
  };
  std::vector<std::size_t> last(list.nodes.size(), 0);
  for (std::size_t i = 0; i < list.nodes.size(); ++i) {
    last[i] = std::max(last[i], i);
    for (const plan::NodeRead& read : list.nodes[i].reads) last[static_cast<std::size_t>(read.node)] = i;
  }
  for (const int root : list.roots) last[static_cast<std::size_t>(root)] = list.nodes.size();
  int most = 0;
  for (std::size_t now = 0; now < list.nodes.size(); ++now) {
    int alive = 0;
    for (std::size_t i = 0; i <= now; ++i) alive += has_rows(list.nodes[i]) && last[i] >= now ? 1 : 0;
    most = std::max(most, alive);
  }
  return most;
}

}  // namespace stencil::column_functions
