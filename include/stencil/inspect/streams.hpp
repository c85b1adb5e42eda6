// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <stencil/assign/assign.hpp>
#include <stencil/inspect/explanation.hpp>

/// The memory that an assignment has to move.
namespace stencil::detail::explaining {

template <class Outs>
inline constexpr bool has_mask = !std::is_same_v<decltype(Outs::first_type::mask), NoMask>;

/// All arrays that are read or written, each once; one that is both read and written is listed twice. Of a field from
/// which fewer rows are read than it has, as by at_level, these count.
template <class Outs>
std::vector<MemoryStream> streams_of(const Outs& outputs, const plan::Outline& tree) {
  std::vector<const void*> met;
  std::vector<MemoryStream> streams;
  const auto add = [&](const auto& leaf, bool written, std::size_t reads = 0) {
    const std::size_t rows = static_cast<std::size_t>(leaf.rows()), moved = reads == 0 ? rows : std::min(rows, reads);
    streams.push_back({plan::formula(leaf), sizeof(leaf.data[0]) * moved, written});
  };
  const auto add_operand = [&](const auto& leaf, std::size_t reads) {
    if (std::find(met.begin(), met.end(), leaf.data) != met.end()) return;
    met.push_back(leaf.data);
    add(leaf, false, reads);
  };
  const auto add_argument = [&](const auto& leaf, plan::ReadAs = plan::ReadAs::own_row) {
    std::size_t reads = 0;
    bool listed = false;
    for (const plan::OutlineNode& n : tree.nodes) {
      if (n.data != leaf.data) continue;
      listed = true;
      reads += n.evaluations;
    }
    const bool unread = listed && reads == 0;                    // an argument that a column function does not use
    if (!unread) add_operand(leaf, has_mask<Outs> ? 0 : reads);  // what a mask reads is not in the tree
  };
  outputs.each([&](const auto& output) {
    plan::each_leaf<plan::StoreNothing>(output.expression, add_argument);
    if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(output.mask)>, NoMask>) {
      plan::each_leaf<plan::StoreNothing>(
          output.mask, [&](const auto& leaf, plan::ReadAs = plan::ReadAs::own_row) { add_operand(leaf, 0); });
    }
  });
  outputs.each([&](const auto& output) { add(output.destination, true); });
  return streams;
}

}  // namespace stencil::detail::explaining
