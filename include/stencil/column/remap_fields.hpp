// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/assign/assign.hpp>
#include <stencil/column/column_memory.hpp>
#include <stencil/column/remap.hpp>
#include <stencil/lifetimes.hpp>

/// Several fields between two grids: the cells that overlap are found once for all of them.
namespace stencil {

namespace detail::remapping {

/// All fields on their way from one grid to another. A column at a time, as RemapColumn; or, where nothing but means is
/// needed, a cell of the new grid at a time, the cells of the old one that it overlaps found by bisection.
template <class Scheme, class T, int Count>
struct ColumnsOfFields {
  ColumnMemory<const T> from[Count];
  ColumnMemory<T> to[Count];
  EvaluatedColumns grid;  ///< of `from`

  STENCIL_FUNCTION void operator()(const EvaluatedColumns& other, std::ptrdiff_t column) const {
    OldCell old(*this, column, 0);
    for (int k = 0; k < other.levels; ++k) fill(other, column, k, old);
  }
  STENCIL_FUNCTION void operator()(const EvaluatedColumns& other, std::ptrdiff_t column, int k) const {
    OldCell old(*this, column, k == 0 ? 0 : first_above(column, new_face(other, column, k)));
    fill(other, column, k, old);
  }

 private:
  /// A cell of the old grid, as all fields fill it.
  struct OldCell {
    int number;
    double low, high;
    double mean[Count];
    Parabola inside[Count];

    STENCIL_FUNCTION OldCell(const ColumnsOfFields& fields, std::ptrdiff_t column, int cell) {
      enter(fields, column, cell);
    }
    STENCIL_FUNCTION void enter(const ColumnsOfFields& fields, std::ptrdiff_t column, int cell) {
      const EvaluatedColumns& of = fields.grid;
      number = cell;
      low = face_height(of, column, cell);
      high = face_height(of, column, cell + 1);
      const CellsSeen<Scheme> seen{of.levels, of.periodic};
      const auto at = [&](int k) { return seen(cell + k); };
      const auto dz = [&](int k) { return face_height(of, column, at(k) + 1) - face_height(of, column, at(k)); };
      const auto there = [&](int k) { return seen.there(cell + k); };
      const typename Scheme::depths depths(dz, there);
      for (int i = 0; i < Count; ++i) {
        const auto x = [&](int k) { return static_cast<double>(fields.from[i](at(k), column)); };
        mean[i] = x(0);
        inside[i] = Scheme::cell(x, depths);
      }
    }
  };

  /// The height of face i of the new grid, whose columns end where those of the old one do.
  STENCIL_FUNCTION double new_face(const EvaluatedColumns& other, std::ptrdiff_t column, int i) const {
    const double low = face_height(grid, column, 0), high = face_height(grid, column, grid.levels);
    if (i == 0) return low;
    return i == other.levels ? high : between(low, face_height(other, column, i), high);
  }
  /// Cell k of the new grid, from the bottom up. old: the cell at its bottom, afterwards that at its top.
  STENCIL_FUNCTION void fill(const EvaluatedColumns& other, std::ptrdiff_t column, int k, OldCell& old) const {
    const int last = grid.levels - 1;
    const double bottom = new_face(other, column, k), top = new_face(other, column, k + 1);
    const bool is_thick = top > bottom;
    while (!is_thick && old.high <= bottom && old.number < last) old.enter(*this, column, old.number + 1);
    const bool above_all = !is_thick && !(old.high > old.low);
    if (above_all) old.enter(*this, column, highest_thick(column));
    double sum[Count] = {};
    for (;;) {
      const double lower = old.low > bottom ? old.low : bottom, upper = old.high < top ? old.high : top;
      const double weight = is_thick ? (upper - lower) / (top - bottom) : 1.0, depth = old.high - old.low;
      // A whole cell contributes its mean exactly, so that mass is conserved.
      const bool whole = lower == old.low && upper == old.high;
      const double a = (lower - old.low) / depth, b = (upper - old.low) / depth;
      for (int i = 0; i < Count; ++i) {
        const double piece = whole ? old.mean[i] : old.inside[i].mean(a, b);
        sum[i] += weight > 0 ? weight * piece : 0.0;  // a cell without thickness may hold a NaN
      }
      if (old.high > top || old.number == last) break;
      const bool more = old.high < top;
      old.enter(*this, column, old.number + 1);
      if (!more) break;
    }
    for (int i = 0; i < Count; ++i) to[i](k, column) = static_cast<T>(sum[i]);
  }

  STENCIL_FUNCTION int highest_thick(std::ptrdiff_t column) const {
    return remapping::highest_thick(grid.levels, [&](int i) { return face_height(grid, column, i); });
  }
  /// The lowest cell whose top is above a height, the highest cell where there is none.
  STENCIL_FUNCTION int first_above(std::ptrdiff_t column, double height) const {
    int low = 0, high = grid.levels - 1;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (face_height(grid, column, middle + 1) > height) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
};

/// A thread for each cell writes neighbouring values side by side where levels are neighbours; a thread for each
/// column finds what is known of an old cell once for all new cells in it.
template <class Backend, class Scheme, class T, int Count, class P>
void carry_out(const ColumnsOfFields<Scheme, T, Count>& fields, const ColumnGridData& target, const P& how) {
  if constexpr (Backend::rows_side_by_side && std::is_same_v<typename Scheme::depths, NoDepths>) {
    if (fields.to[0].level == 1) return Backend::each_row(target, target.levels, fields, how);
  }
  Backend::each_column(target, fields, how);
}

/// Arguments in memory: fields where they are, what has to be computed in memory for this call.
template <class Backend, class T, class P>
class InMemory {
 public:
  InMemory(const ColumnGridData& grid, const P& how) : grid_(grid), how_(how) {}

  template <class N>
  ColumnMemory<const T> operator()(const N& node) {
    if constexpr (plan::IsMemory<N>::value && std::is_same_v<typename N::location, Center> &&
                  std::is_same_v<typename N::value_type, T>) {
      return memory_of(node).read_only();
    } else {
      using L = FieldLeaf<T, Center, layout::LevelsContiguous, typename Backend::space>;
      const std::size_t size = bytes_of<T>(static_cast<std::size_t>(grid_.levels) * grid_.columns);
      using Scratch = decltype(Backend::scratch(size, how_));
      const std::shared_ptr<Scratch> memory(new Scratch(Backend::scratch(size, how_)));
      held_.push_back(memory);
      void* const bytes = memory->get();
      detail::lifetimes::Freed::all().remove(bytes, size);
      const auto strides = layout::LevelsContiguous::dense(grid_.levels, static_cast<std::ptrdiff_t>(grid_.columns));
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
  detail::checks::require_memory(to, "the destination", true);
  if (!detail::checks::same_grid(to.grid, &grid))
    throw GridError("remap gives values on a grid of " + std::to_string(grid.levels) + " levels x " +
                    std::to_string(grid.columns) + " columns, but the destination " + detail::checks::describe(to) +
                    " lives on another");
  plan::OperandList operands;
  plan::add_operands<plan::StoreNothing>(operands, argument);
  for (const plan::Operand& operand : operands) {
    if (detail::checks::staging_for(to, operand.leaf, operand.as, false) != detail::checks::Staging::none)
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
  if constexpr (as_many && everywhere) {
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
        (detail::checks::require_argument(RemappedCells<Scheme, std::remove_cvref_t<decltype(args)>>{args, grids}, args,
                                          old),
         ...);
        const auto none_of = [&](const auto& to) { (detail::remapping::require_destination(to, target, args), ...); };
        (none_of(destinations), ...);
        const detail::remapping::ColumnsOfFields<Scheme, T, count> fields{
            {in_memory(args)...}, {memory_of(destinations)...}, Backend::column_set(old)};
        detail::remapping::carry_out<Backend>(fields, target, how);
        return 0;
      });
    }
  }
}

}  // namespace stencil
