// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <stencil/algorithm/output.hpp>
#include <stencil/error.hpp>
#include <stencil/expression/at_level.hpp>
#include <stencil/plan/walk.hpp>

/// What only run time knows: grids, shapes, pointers, and whether a destination is also read.
namespace stencil::checks {

/// How results must wait before they may be written.
enum class Staging {
  none,
  column,  ///< until the column has been read
  whole    ///< until everything has been read: the memory of an operand overlaps in another order
};

inline std::string describe(const plan::AnyLeaf& leaf) {
  std::string s = leaf.name != nullptr ? std::string("\"").append(leaf.name).append("\"") : "an unnamed field";
  s += std::string(" (") + leaf.kind->location + " field";
  if (leaf.grid != nullptr) {
    if (!leaf.kind->is_surface) s += ", " + std::to_string(leaf.rows()) + " levels";
    s += std::string(leaf.kind->is_surface ? ", " : " x ") + std::to_string(leaf.grid->columns) + " columns";
    if (leaf.grid->periodic) s += ", periodic";
  }
  return s + ", " + leaf.kind->layout + ")";
}

/// First and one-past-last byte of a leaf's memory.
struct Extent {
  std::uintptr_t begin;
  std::uintptr_t end;
};
inline Extent extent(const plan::AnyLeaf& leaf) {
  std::ptrdiff_t low = 0;
  std::ptrdiff_t high = 0;
  const auto reach = [&](std::ptrdiff_t stride, std::ptrdiff_t count) {
    (stride < 0 ? low : high) += stride * (count - 1);
  };
  reach(leaf.strides.column(), static_cast<std::ptrdiff_t>(leaf.grid->columns));
  if (!leaf.kind->is_surface) reach(leaf.strides.level(), leaf.rows());
  const auto base = reinterpret_cast<std::uintptr_t>(leaf.data);
  const auto bytes = [&](std::ptrdiff_t n) { return static_cast<std::uintptr_t>(n * leaf.kind->bytes); };
  return {base + bytes(low), base + bytes(high + 1)};
}

/// Refuses strides that lead out of the range of addresses.
inline void require_reach(const plan::AnyLeaf& leaf, const std::string& role) {
  __extension__ typedef __int128 Wide;  // NOLINT(modernize-use-using)
  Wide low = 0;
  Wide high = 1;
  const auto reach = [&](std::ptrdiff_t stride, std::ptrdiff_t count) {
    (stride < 0 ? low : high) += static_cast<Wide>(stride) * (count - 1);
  };
  reach(leaf.strides.column(), static_cast<std::ptrdiff_t>(leaf.grid->columns));
  if (!leaf.kind->is_surface) reach(leaf.strides.level(), leaf.rows());
  const auto bytes = static_cast<Wide>(leaf.kind->bytes);
  const auto base = static_cast<Wide>(reinterpret_cast<std::uintptr_t>(leaf.data));
  const auto most = static_cast<Wide>(std::numeric_limits<std::ptrdiff_t>::max());
  if (base + low * bytes >= 0 && base + high * bytes - 1 <= std::numeric_limits<std::uintptr_t>::max() &&
      (high - low) * bytes <= most)
    return;
  throw ShapeError(role + ", " + checks::describe(leaf) + ", has strides of " + std::to_string(leaf.strides.level()) +
                   " values between levels and " + std::to_string(leaf.strides.column()) +
                   " between columns, which lead out of memory");
}

template <class A, class B>
bool same_strides(const A& a, const B& b) {
  return a.strides.level() == b.strides.level() && a.strides.column() == b.strides.column();
}

inline bool same_grid(const GridData* a, const GridData* b) {
  return a == b || (a != nullptr && b != nullptr && a->fingerprint == b->fingerprint);
}

/// What is wrong with a field that has no memory.
inline std::string why_empty(const plan::AnyLeaf& leaf) {
  return leaf.grid == nullptr ? " has no grid yet; assign a field or an expression to it, or call resize(grid)"
                              : " was moved from; assign a field or an expression to it, or call resize(grid)";
}

inline void require_memory(const plan::AnyLeaf& leaf, const std::string& role) {
  const auto address = reinterpret_cast<std::uintptr_t>(leaf.data);
  if (address == 0) throw ShapeError(role + ", " + checks::describe(leaf) + why_empty(leaf));
  if (address % static_cast<std::uintptr_t>(leaf.kind->alignment) == 0) return;
  throw ShapeError(role + ", " + checks::describe(leaf) +
                   ", has a misaligned pointer; give wrap_center, wrap_face or wrap_surface the address of its first "
                   "value");
}

inline void require_same_grid(const plan::AnyLeaf& destination, const plan::AnyLeaf& leaf, int operand) {
  if (same_grid(destination.grid, leaf.grid)) return;
  throw GridError("the destination " + checks::describe(destination) + " and operand " + std::to_string(operand) +
                  ", " + checks::describe(leaf) + ", live on different grids; make both on the same ColumnGrid");
}

/// f(AnyLeaf, ReadAs) for every field of an output's mask. It has no tiles: all of it is read when results are written.
template <class O, class F>
void each_mask_leaf(const O& output, const F& f) {
  if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(output.mask)>, NoMask>)
    plan::each_any_leaf<plan::StoreNothing>(output.mask, f);
}

/// Checks one output against the operands of its expression and mask; nothing has been written when it throws.
template <class Plan, class O>
void check_operands(const O& output) {
  int operand = 0;
  const auto check = [&](const plan::AnyLeaf& leaf, plan::ReadAs) {
    ++operand;
    require_memory(leaf, "operand " + std::to_string(operand));
    require_same_grid(output.destination, leaf, operand);
  };
  plan::each_any_leaf<Plan>(output.expression, check);
  each_mask_leaf(output, check);
}

template <class E>
void require_level(const AtLevel<E>& node, const GridData& grid) {
  const int rows = rows_at<typename E::location>(grid.levels);
  if (node.level >= -rows && node.level < rows) return;
  std::string operand = std::string("a ") + E::location::name + " expression of " + std::to_string(rows) + " levels";
  if constexpr (plan::IsMemory<E>::value) operand = checks::describe(node.arg);
  throw ShapeError("at_level asks for level " + std::to_string(node.level) + " of " + operand +
                   "; give one from 0 to " + std::to_string(rows - 1) + ", or from -1 down to " +
                   std::to_string(-rows) + " to count from the highest");
}

/// Refuses an at_level() outside the column, wherever in the expression it stands.
template <class N>
void require_levels(const N& node, const GridData& grid) {
  if constexpr (requires { require_level(node, grid); }) require_level(node, grid);
  each_child(node, [&](const auto& child, auto) { require_levels(child, grid); });
}

/// A quick check without messages. If it fails, check_operands finds out what is wrong and throws.
template <class Plan, class O>
bool operands_fit(const O& output) {
  const auto good = [&](const plan::AnyLeaf& leaf) {
    const auto address = reinterpret_cast<std::uintptr_t>(leaf.data);
    return address != 0 && address % static_cast<std::uintptr_t>(leaf.kind->alignment) == 0 &&
           same_grid(output.destination.grid, leaf.grid);
  };
  bool fits = output.destination.data != nullptr;
  const auto look = [&](const plan::AnyLeaf& leaf, plan::ReadAs) { fits = fits && good(leaf); };
  plan::each_any_leaf<Plan>(output.expression, look);
  each_mask_leaf(output, look);
  return fits && good(output.destination);
}

/// Whether writing `written` would disturb a later read of `read`.
inline Staging staging_for(const plan::AnyLeaf& written, const plan::AnyLeaf& read, plan::ReadAs as, bool same_output) {
  const Extent w = extent(written);
  const Extent r = extent(read);
  if (w.begin >= r.end || r.begin >= w.end) return Staging::none;
  if (written.data != read.data || !same_strides(written, read) || written.kind->bytes != read.kind->bytes)
    return Staging::whole;
  if (as == plan::ReadAs::early) return Staging::none;
  // The top face of a ring reads the bottom one.
  const bool ring = written.kind->is_face && written.grid->periodic;
  return as == plan::ReadAs::own_row && same_output && !ring && written.is_at_location_of(read) ? Staging::none
                                                                                                : Staging::column;
}

template <class Plan, class Out>
Staging staging(const Out& outputs) {
  Staging most = Staging::none;
  int i = 0;
  outputs.each([&](const auto& output) {
    const plan::AnyLeaf written = output.destination;
    int j = 0;
    outputs.each([&](const auto& other) {
      const auto look = [&](const plan::AnyLeaf& leaf, plan::ReadAs as) {
        const Staging s = staging_for(written, leaf, as, i == j);
        if (s > most) most = s;
      };
      plan::each_any_leaf<Plan>(other.expression, look);
      each_mask_leaf(other, look);
      ++j;
    });
    ++i;
  });
  return most;
}

/// Refuses two destinations that are the same field: it would get one of two results.
template <class Out>
void require_distinct(const Out& outputs) {
  int i = 0;
  outputs.each([&](const auto& output) {
    int j = 0;
    outputs.each([&](const auto& other) {
      const auto& a = output.destination;
      const auto& b = other.destination;
      if (i < j++ && static_cast<const void*>(a.data) == static_cast<const void*>(b.data) && same_strides(a, b))
        throw Error(checks::describe(a) +
                    " is a destination twice in one evaluate; give each result a field of its own");
    });
    ++i;
  });
}

template <class Plan, class Out>
void check(const Out& outputs) {
  outputs.each([](const auto& output) {
    if (!operands_fit<Plan>(output)) {
      require_memory(output.destination, "the destination");
      check_operands<Plan>(output);
    }
    require_levels(output.expression, *output.destination.grid);
    if constexpr (!std::is_same_v<decltype(output.mask), NoMask>) require_levels(output.mask, *output.destination.grid);
  });
  const GridData* grid = outputs.first.destination.grid;
  outputs.each([&](const auto& output) {
    if (same_grid(grid, output.destination.grid)) return;
    throw GridError("the destinations " + checks::describe(outputs.first.destination) + " and " +
                    checks::describe(output.destination) +
                    " of one evaluate live on different grids; make both on the same ColumnGrid");
  });
  require_distinct(outputs);
}

}  // namespace stencil::checks
