// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <stencil/inspect/outline.hpp>

/// Parts that occur several times in an expression. Every occurrence is computed.
namespace stencil::plan {

/// Arithmetic of an exp or a pow, and more than that of a division or a root.
inline constexpr int worth_naming = 20;

/// The formulas of the largest parts that contain an operator or a function such as exp and occur more than once, and
/// how often each occurs.
STENCIL_WHERE_CALLED
inline std::vector<std::string> repeated_parts(const Outline& tree) {
  const std::size_t count = tree.nodes.size();
  std::vector<std::size_t> first(count);  // the first node that is equal; arguments come before their readers
  std::vector<int> times(count, 0);
  std::vector<bool> counts(count, false);
  for (std::size_t i = 0; i < count; ++i) {
    const OutlineNode& n = tree.nodes[i];
    counts[i] = n.is_operator() || n.operations >= worth_naming;
    for (const NodeRead& r : n.reads) counts[i] = counts[i] || counts[static_cast<std::size_t>(r.node)];
    const auto equals = [&](std::size_t j) {
      const OutlineNode& other = tree.nodes[j];
      if (n.users) return false;
      bool same = n.kept != Kept::memory && other.kept != Kept::memory && other.formula == n.formula &&
                  other.type == n.type && other.numbers == n.numbers && other.location == n.location &&
                  other.reads.size() == n.reads.size();
      for (std::size_t r = 0; same && r < n.reads.size(); ++r)
        same = first[static_cast<std::size_t>(n.reads[r].node)] == first[static_cast<std::size_t>(other.reads[r].node)];
      return same;
    };
    first[i] = 0;
    while (first[i] < i && !equals(first[i])) ++first[i];
    ++times[first[i]];
  }
  std::vector<std::string> parts;
  std::vector<bool> inside(count, false);  // whether it is part of a repeated one
  for (std::size_t i = count; i-- > 0;) {
    const bool repeated = times[first[i]] > 1 && counts[i];
    if (repeated && !inside[i] && first[i] == i)
      parts.push_back(tree.nodes[i].formula + " stands " + std::to_string(times[i]) + " times");
    for (const NodeRead& r : tree.nodes[i].reads) {
      if (repeated || inside[i]) inside[static_cast<std::size_t>(r.node)] = true;
    }
  }
  return parts;
}

}  // namespace stencil::plan
