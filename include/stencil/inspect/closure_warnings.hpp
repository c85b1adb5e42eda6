// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <stencil/plan/closures.hpp>
#include <stencil/plan/text.hpp>
#include <stencil/plan/walk.hpp>

/// The warnings of explain about closures that matter, which STENCIL_EXPLICIT_BOUNDARIES refuses.
namespace stencil::plan {

/// Adds the names of the operators in a node that take a value at an end from a closure. The rows from First on of the
/// node are read.
template <Side Where, int First, class N>
void name_closures(const N& node, std::vector<std::string>& names) {
  if constexpr (IsStencil<N>::value) {
    constexpr bool unconditioned = std::is_same_v<typename N::template condition_type<Where>, OperatorClosure>;
    if constexpr (unconditioned && First < N::template end_rows<Where>())
      names.push_back(text::name_of<typename N::operator_type>("an operator"));
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (name_closures<Where, first_row_read<Where, First, N, I>()>(argument_at<I>(node.arguments), names), ...);
    }(std::make_integer_sequence<int, N::count>{});
  } else if constexpr (!is_childless<N>) {
    constexpr int first = N::child_rows == ChildRows::own ? First : 0;
    each_child(node, [&](const auto& child, auto) { name_closures<Where, first>(child, names); });
  }
}

/// One warning for each end at which the expression takes values from closures; none on a ring.
template <class N>
std::vector<std::string> closure_warnings(const N& node, bool ring) {
  std::vector<std::string> sentences;
  const auto add = [&](const char* end, const std::vector<std::string>& names) {
    if (ring || names.empty()) return;
    std::string list;
    for (const auto& name : names) list += (list.empty() ? "" : ", ") + name;
    sentences.push_back("no condition is given at the " + std::string(end) + " to " + list +
                        ", so a closure decides what the column gains or loses there");
  };
  std::vector<std::string> bottom, top;
  name_closures<Side::bottom, 0>(node, bottom);
  name_closures<Side::top, 0>(node, top);
  if (bottom == top) {
    add("bottom and the top", bottom);
  } else {
    add("bottom", bottom);
    add("top", top);
  }
  return sentences;
}

}  // namespace stencil::plan
