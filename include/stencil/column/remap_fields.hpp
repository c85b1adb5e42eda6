// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/column/column_memory.hpp>
#include <stencil/column/remap.hpp>
#include <stencil/evaluate/assign.hpp>
#include <stencil/lifetimes.hpp>

/// Several fields between two grids: the cells that overlap are found once for all of them.
namespace stencil {

namespace remapping {

/// One cell of the new grid, for all fields. The cells of the old grid that it overlaps are found by bisection, so that
/// every cell can be computed by itself; pieces are added from the bottom up, as RemapColumn does.
template <class Scheme, class T, int Count>
struct CellOfFields {
  ColumnMemory<const T> from[Count];
  ColumnMemory<T> to[Count];
  ColumnSet grid;  ///< of `from`

  STENCIL_FUNCTION void operator()(const ColumnSet& other, std::ptrdiff_t column, int k) const {
    const int cells = grid.levels;
    const auto z = [&](int i) { return face_of(grid, column, i); };
    const double bottom = k == 0 ? z(0) : face_of(other, column, k);
    const double top = k + 1 == other.levels ? z(cells) : face_of(other, column, k + 1);
    int source = k == 0 ? 0 : first_above(z, cells, bottom);
    double sum[Count] = {};
    for (;; ++source) {
      const double low = z(source), high = z(source + 1);
      const double lower = low > bottom ? low : bottom, upper = high < top ? high : top;
      const double weight = (upper - lower) / (top - bottom);
      // A whole cell brings its mean, whatever it is thought to look like inside: nothing is lost.
      if (lower == low && upper == high) {
        for (int i = 0; i < Count; ++i) sum[i] += weight * mean(i, column, source);
      } else {
        const double a = (lower - low) / (high - low), b = (upper - low) / (high - low);
        for (int i = 0; i < Count; ++i) sum[i] += weight * inside(i, z, column, source).mean(a, b);
      }
      if (!(high < top) || source + 1 == cells) break;
    }
    for (int i = 0; i < Count; ++i) to[i](k, column) = static_cast<T>(sum[i]);
  }

 private:
  STENCIL_FUNCTION static double face_of(const ColumnSet& columns, std::ptrdiff_t column, int i) {
    const MetricView<double>& metric = columns.metric_double;
    return metric.face.z[column * metric.face.column_stride + i * metric.level_stride];
  }
  /// The lowest cell whose top is above a height, the highest cell where there is none.
  template <class Z>
  STENCIL_FUNCTION static int first_above(const Z& z, int cells, double height) {
    int low = 0, high = cells - 1;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (z(middle + 1) > height) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
  STENCIL_FUNCTION double mean(int i, std::ptrdiff_t column, int cell) const {
    return static_cast<double>(from[i](cell, column));
  }
  template <class Z>
  STENCIL_FUNCTION Parabola inside(int i, const Z& z, std::ptrdiff_t column, int source) const {
    const auto cell = [&](int k) { return grid.periodic ? wrapped(source + k, grid.levels) : source + k; };
    const auto x = [&](int k) { return mean(i, column, cell(k)); };
    const auto dz = [&](int k) { return z(cell(k) + 1) - z(cell(k)); };
    const auto there = [&](int k) { return grid.periodic || (source + k >= 0 && source + k < grid.levels); };
    return Scheme::cell(Neighbours<decltype(x), decltype(dz), decltype(there)>{x, dz, there});
  }
};

/// Arguments in memory: fields where they are, what has to be computed in memory for this call.
template <class Backend, class T, class P>
class InMemory {
 public:
  InMemory(const GridData& grid, const P& how) : grid_(grid), how_(how) {}

  template <class N>
  ColumnMemory<const T> operator()(const N& node) {
    if constexpr (plan::IsMemory<N>::value && std::is_same_v<typename N::location, Center> &&
                  std::is_same_v<typename N::value_type, T>) {
      return memory_of(node).read_only();
    } else {
      using L = Leaf<T, Center, layout::LevelsContiguous, typename Backend::space>;
      const std::size_t size = bytes_of<T>(static_cast<std::size_t>(grid_.levels) * grid_.columns);
      using Scratch = decltype(Backend::scratch(size, how_));
      const std::shared_ptr<Scratch> memory(new Scratch(Backend::scratch(size, how_)));
      held_.push_back(memory);
      void* const bytes = memory->get();
      lifetimes::Freed::all().remove(bytes, size);
      const auto strides = layout::LevelsContiguous::dense(grid_.levels, static_cast<std::ptrdiff_t>(grid_.columns));
      const L leaf{static_cast<T*>(bytes), strides, &grid_, "scratch"};
      assignment::run(how_, Into<Backend, L, N>{leaf, node});
      return memory_of(leaf).read_only();
    }
  }

 private:
  const GridData& grid_;
  const P& how_;
  std::vector<std::shared_ptr<void>> held_;
};

/// What only run time knows of a destination.
template <class To, class N>
void require_destination(const To& to, const GridData& grid, const N& argument) {
  checks::require_memory(to, "the destination");
  if (!checks::same_grid(to.grid, &grid))
    throw GridError("remap gives values on a grid of " + std::to_string(grid.levels) + " levels x " +
                    std::to_string(grid.columns) + " columns, but the destination " + checks::describe(to) +
                    " lives on another");
  plan::each_leaf<plan::StoreNothing>(argument, [&](const auto& leaf, plan::ReadAs as) {
    if (checks::staging_for(to, leaf, as, false) != checks::Staging::none)
      throw ShapeError("remap: the destination " + checks::describe(to) + " and the argument " +
                       checks::describe(leaf) + " share memory; give the results fields of their own");
  });
}

}  // namespace remapping

template <class Scheme, class... E>
template <class Backend, class P, class... To>
void RemappedFields<Scheme, E...>::write_to(const P& how, const To&... destinations) const {
  constexpr bool as_many = sizeof...(To) == sizeof...(E);
  static_assert(as_many, "stencil: fields(...) has another number of destinations than the remap has arguments");
  constexpr bool everywhere = std::is_same_v<std::remove_cvref_t<decltype(how.mask)>, NoMask>;
  static_assert(everywhere,
                "stencil: a remap of several fields takes no mask; remap them one by one, or choose after it");
  if constexpr (as_many && everywhere) {
    (assignment::require_fit<To, RemappedCells<Scheme, E>>(), ...);
    using T = std::common_type_t<typename To::value_type...>;
    constexpr bool alike = (std::is_same_v<typename To::value_type, T> && ...);
    static_assert(alike, "stencil: fields remapped together hold the same type of number");
    if constexpr (alike && (assignment::Fit<To, RemappedCells<Scheme, E>>::all && ...)) {
      const GridData &old = *grids.from, &target = *grids.to;
      constexpr int count = static_cast<int>(sizeof...(E));
      remapping::InMemory<Backend, T, P> in_memory(old, how);
      arguments.apply([&](const auto&... args) {
        (checks::require_argument(RemappedCells<Scheme, std::remove_cvref_t<decltype(args)>>{args, grids}, args, old),
         ...);
        const auto none_of = [&](const auto& to) { (remapping::require_destination(to, target, args), ...); };
        (none_of(destinations), ...);
        const remapping::CellOfFields<Scheme, T, count> cell{
            {in_memory(args)...}, {memory_of(destinations)...}, Backend::column_set(old)};
        Backend::each_row(target, target.levels, cell, how);
        return 0;
      });
    }
  }
}

}  // namespace stencil
