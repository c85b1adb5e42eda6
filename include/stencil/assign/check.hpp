// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

#include <stencil/algorithm/output.hpp>
#include <stencil/assign/overlap.hpp>
#include <stencil/assign/own_places.hpp>
#include <stencil/error.hpp>
#include <stencil/expression/at_level.hpp>
#include <stencil/lifetimes.hpp>
#include <stencil/plan/operands.hpp>

/// Checks at run time: grids, shapes, pointers, and whether a destination is also read.
namespace stencil::detail::checks {

/// How long results must be kept in a stand-in before they may be written.
enum class Staging {
  none,
  column,  ///< until the column has been read
  whole    ///< until everything has been read: the memory of an operand overlaps in another order
};

template <class A, class B>
bool same_strides(const A& a, const B& b) {
  return a.strides.level() == b.strides.level() && a.strides.column() == b.strides.column();
}

inline bool same_grid(const ColumnGridData* a, const ColumnGridData* b) {
  return a == b || (a != nullptr && b != nullptr && a->fingerprint == b->fingerprint);
}

/// Why a field has no memory, as the end of a message.
STENCIL_COLD inline const char* why_empty(const plan::AnyLeaf& leaf) {
  return leaf.grid == nullptr ? " has no grid yet; assign a field or an expression to it, or call resize(grid)"
                              : " was moved from; assign a field or an expression to it, or call resize(grid)";
}

/// The same of a destination, when it is too late for `field = expression` to give it memory.
STENCIL_COLD inline const char* why_empty_destination(const plan::AnyLeaf& leaf) {
  return leaf.grid == nullptr ? " has no grid yet; call resize(grid) before: only field = an expression with fields "
                                "gives it their grid"
                              : " was moved from; call resize(grid) before: only field = an expression with fields "
                                "gives it their grid";
}

STENCIL_COLD inline void require_memory(const plan::AnyLeaf& leaf, const std::string& role, bool written = false) {
  const auto address = reinterpret_cast<std::uintptr_t>(leaf.data);
  if (address == 0)
    detail::messages::raise<ShapeError>(
        {role, ", ", detail::checks::describe(leaf), written ? why_empty_destination(leaf) : why_empty(leaf)});
  if (address % static_cast<std::uintptr_t>(leaf.kind->alignment) == 0) return;
  detail::messages::raise<ShapeError>({role, ", ", detail::checks::describe(leaf),
                                       ", has a misaligned pointer; give wrap_center, wrap_face or wrap_surface the "
                                       "address of its first value"});
}

/// Whether a field has memory, aligned for its type.
inline bool has_memory(const plan::AnyLeaf& leaf) {
  const auto address = reinterpret_cast<std::uintptr_t>(leaf.data);
  return address != 0 && (address & (static_cast<std::uintptr_t>(leaf.kind->alignment) - 1)) == 0;
}

/// Throws ShapeError if a destination has no memory, or one place for several values, for what reads its grid before
/// check(operands) has looked at it.
inline void require_destination(const plan::AnyLeaf& to) {
  if (!has_memory(to)) require_memory(to, "the destination", true);
  if (has_values_in_one_place(to)) refuse_one_place(to);
}

/// Throws GridError if an operand is on another grid than the destination, or than operand 1.
STENCIL_COLD inline void require_same_grid(const plan::AnyLeaf& one, bool is_destination, const plan::AnyLeaf& leaf,
                                           int operand) {
  if (same_grid(one.grid, leaf.grid)) return;
  // Grids of the same columns have values per column in common.
  const bool wraps = leaf.kind->is_surface && leaf.grid->columns == one.grid->columns;
  detail::messages::raise<GridError>({is_destination ? "the destination " : "operand 1, ", describe(one),
                                      is_destination ? "" : ",", " and operand ", operand, ", ", describe(leaf),
                                      one.grid->changing != leaf.grid->changing
                                          ? ", live on different grids: the heights of one may change"
                                          : ", live on different grids",
                                      wraps ? "; make both on the same ColumnGrid, or wrap_surface(values.data(), "
                                              "grid) for the same memory on the other grid"
                                            : "; make both on the same ColumnGrid"});
}

/// Throws the error of the first operand that has one.
STENCIL_COLD inline void refuse(const plan::OperandList& operands) {
  const plan::AnyLeaf* first = nullptr;
  const plan::AnyLeaf* destination = nullptr;
  const plan::AnyLeaf* operand_1 = nullptr;
  int number = 0;
  for (const plan::Operand& operand : operands) {
    number = operand.written ? 0 : number + 1;
    require_memory(operand.leaf, operand.written ? "the destination" : detail::messages::joined({"operand ", number}),
                   operand.written);
    if (operand.written) {
      if (has_values_in_one_place(operand.leaf)) refuse_one_place(operand.leaf);
      destination = &operand.leaf;
      operand_1 = nullptr;
    } else {
      // A destination without a name may be the library's own, as that of a sum over columns.
      if (number == 1 && destination->name == nullptr && same_grid(destination->grid, operand.leaf.grid))
        operand_1 = &operand.leaf;
      require_same_grid(operand_1 == nullptr ? *destination : *operand_1, operand_1 == nullptr, operand.leaf, number);
    }
  }
  for (const plan::Operand& operand : operands) {
    if (!operand.written) continue;
    first = first == nullptr ? &operand.leaf : first;
    if (!same_grid(first->grid, operand.leaf.grid))
      detail::messages::raise<GridError>(
          {"the destinations ", describe(*first), " and ", describe(operand.leaf),
           " of one assignment live on different grids; make both on the same ColumnGrid"});
  }
}
STENCIL_COLD inline void refuse_twice(const plan::AnyLeaf& destination) {
  detail::messages::raise<Error>(
      {describe(destination), " is a destination twice in one assignment; give each result a field of its own"});
}

STENCIL_COLD inline void refuse_overlap(const plan::AnyLeaf& a, const plan::AnyLeaf& b) {
  if (a.data == b.data && same_strides(a, b) && a.kind == b.kind) refuse_twice(a);
  const auto apart =
      static_cast<std::ptrdiff_t>(reinterpret_cast<std::uintptr_t>(b.data) - reinterpret_cast<std::uintptr_t>(a.data));
  const char* const what_to_do =
      " the first, so that one result would be written over the other; give each result memory of its own";
  detail::messages::raise<Error>({"the destinations ", describe(a), " and ", describe(b),
                                  " share memory, the second begins ", apart < 0 ? -apart : apart,
                                  apart < 0 ? " bytes before" : " bytes after", what_to_do});
}

template <class E>
void require_level(const AtLevelNode<E>& node, const ColumnGridData& grid) {
  const int rows = rows_at<typename E::location>(grid.levels);
  if (node.level >= -rows && node.level < rows) return;
  std::string operand = std::string("a ") + E::location::name + " expression of " + std::to_string(rows) + " levels";
  if constexpr (plan::IsMemory<E>::value) operand = detail::checks::describe(node.arg);
  throw ShapeError("at_level asks for level " + std::to_string(node.level) + " of " + operand +
                   "; give one from 0 to " + std::to_string(rows - 1) + ", or from -1 down to " +
                   std::to_string(-rows) + " to count from the highest");
}

/// Whether there is an at_level() in an expression.
template <class N>
struct HasLevel {
  static constexpr bool value = any_child<HasLevel, N>;
};
template <class E>
struct HasLevel<AtLevelNode<E>> {
  static constexpr bool value = true;
};

/// Throws ShapeError if an at_level() anywhere in the expression asks for a level that columns do not have.
template <class N>
void require_levels([[maybe_unused]] const N& node, [[maybe_unused]] const ColumnGridData& grid) {
  if constexpr (HasLevel<N>::value) {
    if constexpr (requires { require_level(node, grid); }) require_level(node, grid);
    each_child(node, [&](const auto& child, auto) { require_levels(child, grid); });
  }
}

/// Whether a field is read for the output that is written, or for another one of the same assignment.
enum class ReadFor { this_output, another };

/// How long results for `written` must be kept in a stand-in because `read`, whose memory overlaps, is still to be
/// read.
inline Staging staging_where_they_overlap(const plan::AnyLeaf& written, const plan::AnyLeaf& read, plan::ReadAs as,
                                          ReadFor output) {
  if (written.data != read.data || !same_strides(written, read) || written.kind->bytes != read.kind->bytes)
    return Staging::whole;
  // A column of more rows may go on in the next one's memory.
  if (written.rows() != read.rows() && !columns_are_apart(read, std::max(written.rows(), read.rows())))
    return Staging::whole;
  if (as == plan::ReadAs::early) return Staging::none;
  // At the top face of a ring the bottom face is read.
  const bool ring = written.kind->is_face && written.grid->periodic;
  return as == plan::ReadAs::own_row && output == ReadFor::this_output && !ring && written.is_at_location_of(read)
             ? Staging::none
             : Staging::column;
}
/// The same for any two leaves.
inline Staging staging_for(const plan::AnyLeaf& written, const plan::AnyLeaf& read, plan::ReadAs as, ReadFor output) {
  return intersect(extent(written), extent(read)) ? staging_where_they_overlap(written, read, as, output)
                                                  : Staging::none;
}

/// What becomes of destinations that are the same field, or share memory, which could hold only one of two results.
enum class SharedDestinations { allowed, refused };

/// How long the results of an evaluation must be kept in stand-ins. Throws Error if destinations share memory and are
/// to be refused then.
inline Staging staging(const plan::OperandList& operands, SharedDestinations shared = SharedDestinations::allowed) {
  Staging most = Staging::none;
  for (int first = 0; first < operands.outputs(); first += WrittenTogether::at_once) {
    const WrittenTogether written(operands, first);
    // Those of this group that are apart are distinct.
    const int others = first + (written.are_apart() ? WrittenTogether::at_once : 1);
    for (const plan::Operand& one : operands) {
      if (one.written && (shared == SharedDestinations::allowed || one.output < others)) continue;
      written.each_at(one.memory, [&](const plan::Operand& to) {
        if (!one.written)
          most = std::max(
              most, staging_where_they_overlap(to.leaf, one.leaf, one.as,
                                               to.output == one.output ? ReadFor::this_output : ReadFor::another));
        else if (to.output < one.output && share_memory(to.leaf, one.leaf))
          refuse_overlap(to.leaf, one.leaf);
      });
    }
  }
  return most;
}

/// Throws ShapeError for fields without memory and destinations with several values in one place or, in debug builds,
/// LifetimeError, GridError for fields on several grids, and Error for destinations that share memory. Returns how long
/// results must be kept in stand-ins.
inline Staging check(const plan::OperandList& operands) {
#if !defined(NDEBUG)
  detail::lifetimes::require_alive(operands);
#endif
  const ColumnGridData* const grid = operands.begin()->leaf.grid;
  bool fits = true;
  for (const plan::Operand& operand : operands)
    fits = fits && has_memory(operand.leaf) && same_grid(grid, operand.leaf.grid) &&
           !(operand.written && has_values_in_one_place(operand.leaf));
  if (!fits) refuse(operands);
  return staging(operands, SharedDestinations::refused);
}

/// Lists the operands of outputs. A mask has no tiles; it is read when results are written.
template <class Plan, class Outs>
void list_operands(plan::OperandList& to, const Outs& outputs) {
  outputs.each([&](const auto& output) {
    to.add_destination(output.destination);
    plan::add_operands<Plan>(to, output.expression);
    if constexpr (std::remove_cvref_t<decltype(output)>::masked)
      plan::add_operands<plan::StoreNothing>(to, output.mask);
  });
}

/// Lists the operands of outputs and checks them. Nothing has been written when it throws. Returns how long results
/// must be kept in stand-ins.
template <class Plan, class Outs>
Staging check(plan::OperandList& operands, const Outs& outputs) {
  list_operands<Plan>(operands, outputs);
  const Staging staging = check(operands);
  outputs.each([](const auto& output) {
    require_levels(output.expression, *output.destination.grid);
    if constexpr (std::remove_cvref_t<decltype(output)>::masked) require_levels(output.mask, *output.destination.grid);
  });
  return staging;
}
template <class Plan, class Outs>
void check(const Outs& outputs) {
  plan::OperandList operands;
  check<Plan>(operands, outputs);
}
template <class Plan, class Outs>
Staging staging(const Outs& outputs) {
  plan::OperandList operands;
  list_operands<Plan>(operands, outputs);
  return staging(operands);
}

}  // namespace stencil::detail::checks
