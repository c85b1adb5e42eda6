// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/assign/assign.hpp>
#include <stencil/assign/devices.hpp>
#include <stencil/assign/through_columns.hpp>
#include <stencil/column/column_memory.hpp>
#include <stencil/column/remap.hpp>
#include <stencil/column/remap_cells.hpp>
#include <stencil/lifetimes.hpp>
#include <stencil/plan/across.hpp>

/// Several fields between two grids: the cells that overlap are found once for all of them.
namespace stencil {

namespace detail::remapping {

/// Arguments in memory: fields where they are, what has to be computed in memory for this call.
template <class Backend, class T, class P>
class InMemory {
 public:
  InMemory(const ColumnGridData& grid, const P& how) : grid_(grid), how_(how) {}

  template <class N>
  ColumnMemory<const T> operator()(const N& node) {
    if constexpr (is_in_memory<N, T>) {
      return memory_of(node).read_only();
    } else {
      // Teams read neighbouring columns where those of the operands are neighbours in memory.
      constexpr bool across = Backend::rows_side_by_side && plan::reads_across<N>;
      using Layout = std::conditional_t<across, layout::ColumnsContiguous, layout::LevelsContiguous>;
      using L = FieldLeaf<T, Center, Layout, typename Backend::space>;
      const std::size_t size = bytes_of<T>(static_cast<std::size_t>(grid_.levels) * grid_.columns);
      using Scratch = decltype(Backend::scratch(size, how_));
      const std::shared_ptr<Scratch> memory(new Scratch(Backend::scratch(size, how_)));
      held_.push_back(memory);
      void* const bytes = memory->get();
      detail::lifetimes::Freed::all().remove(bytes, size);
      const auto strides = Layout::dense(grid_.levels, static_cast<std::ptrdiff_t>(grid_.columns));
      const L leaf{static_cast<T*>(bytes), strides, &grid_, "scratch"};
      detail::assignment::run(how_, IntoDestination<Backend, L, N>{leaf, node});
      return memory_of(leaf).read_only();
    }
  }

 private:
  const ColumnGridData& grid_;
  const P& how_;
  std::vector<std::shared_ptr<void>> held_;
};

/// What only run time knows of a destination.
template <class To, class N>
void require_destination(const To& to, const ColumnGridData& grid, const N& argument) {
  detail::checks::require_destination(to);
  if (!detail::checks::same_grid(to.grid, &grid))
    throw GridError("remap gives values on a grid of " + std::to_string(grid.levels) + " levels x " +
                    std::to_string(grid.columns) + " columns, but the destination " + detail::checks::describe(to) +
                    " lives on another");
  plan::OperandList operands;
  plan::add_operands<plan::StoreNothing>(operands, argument);
  for (const plan::Operand& operand : operands) {
    if (detail::checks::staging_for(to, operand.leaf, operand.as, detail::checks::ReadFor::another) !=
        detail::checks::Staging::none)
      throw ShapeError("remap: the destination " + detail::checks::describe(to) + " and the argument " +
                       detail::checks::describe(operand.leaf) + " share memory; give the results fields of their own");
  }
}

}  // namespace detail::remapping

template <class Scheme, class... E>
template <class Backend, class P, class... To>
void RemappedFields<Scheme, E...>::write_to(const P& how, const To&... destinations) const {
  constexpr bool as_many = sizeof...(To) == sizeof...(E);
  static_assert(as_many, "stencil: fields(...) has another number of destinations than the remap has arguments");
  constexpr bool everywhere = std::is_same_v<std::remove_cvref_t<decltype(how.mask)>, NoMask>;
  static_assert(everywhere,
                "stencil: a remap of several fields takes no mask; remap them one by one, or choose after it");
  constexpr bool whole = detail::assignment::are_whole_columns<std::remove_cvref_t<decltype(how.strategy)>>();
  if constexpr (as_many && everywhere && whole) {
    (detail::assignment::require_fit<To, RemappedCells<Scheme, E>>(), ...);
    using T = std::common_type_t<typename To::value_type...>;
    constexpr bool alike = (std::is_same_v<typename To::value_type, T> && ...);
    static_assert(alike, "stencil: fields remapped together hold the same type of number");
    if constexpr (alike && (detail::assignment::Fit<To, RemappedCells<Scheme, E>>::all && ...)) {
      const ColumnGridData &old = *grids.from, &target = *grids.to;
      constexpr int count = static_cast<int>(sizeof...(E));
      detail::remapping::InMemory<Backend, T, P> in_memory(old, how);
      arguments.apply([&](const auto&... args) {
#if !defined(NDEBUG)
        detail::lifetimes::require_alive(destinations..., args...);
#endif
        const auto there = detail::checks::on_their_device<Backend>(destinations..., args...);
        (detail::checks::require_argument(RemappedCells<Scheme, std::remove_cvref_t<decltype(args)>>{args, grids}, args,
                                          old),
         ...);
        const auto none_of = [&](const auto& to) { (detail::remapping::require_destination(to, target, args), ...); };
        (none_of(destinations), ...);
        plan::OperandList written;
        (written.add_destination(destinations), ...);
        detail::checks::check(written);  // whether they share memory
        const detail::remapping::ColumnsOfFields<Scheme, T, count> fields{
            {in_memory(args)...}, {memory_of(destinations)...}, Backend::column_set(old)};
        detail::through_columns<Backend>(target, fields, how);
        return 0;
      });
    }
  }
}

}  // namespace stencil
