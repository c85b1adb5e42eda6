// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/column/dense.hpp>
#include <stencil/column/reconstruct.hpp>
#include <stencil/column/remap_cells.hpp>
#include <stencil/columnwise/group_shapes.hpp>
#include <stencil/config.hpp>
#include <stencil/error.hpp>
#include <stencil/plan/cost.hpp>

namespace stencil {

/// How a remap fills a cell between its faces: with its mean.
using FirstOrderRemap = detail::remapping::Constant;
/// How a remap fills a cell between its faces: by the piecewise parabolic method (Colella and Woodward 1984).
using PPM = detail::remapping::Parabolic;
/// PPM in columns that are continued by their mirror images, as E3SM's HOMME does, instead of having ends.
using MirroredPPM = detail::remapping::MirroredParabolic;

template <class Scheme, class Destination, class Arg>
struct RemapColumn;
template <class Scheme, class... E>
struct RemappedFields;

/// The means of an expression's cells over the cells of another grid.
template <class Scheme, class E>
struct STENCIL_LAZY RemappedCells {
  struct stencil_node {};
  struct stencil_whole_column {};
  using argument_location = Center;
  using value_type = real_of<typename E::value_type>;
  using location = Center;
  using space = typename E::space;
  using scheme = Scheme;
  static constexpr const char* name = "remap";

  E arg;
  BetweenGrids grids;

  using children = ChildList<E>;
  static constexpr auto child_rows = ChildRows::all;
  static constexpr int cost = 0;
  template <int, class N>
  static constexpr auto& child(N& node) {
    return node.arg;
  }
  template <class N>
  RemappedCells<Scheme, N> rebuilt(const N& child) const {
    return {child, grids};
  }
  template <class Text>
  std::string text(const Text& of) const {
    return std::string(name) + "(" + std::to_string(grids.from->levels) + " to " + std::to_string(grids.to->levels) +
           " levels, " + Scheme::name + ")(" + of(arg) + ")";
  }

  template <class At>
  STENCIL_FUNCTION constexpr value_type value(const At& at) const {
    return DenseProduct<Center, Center, E>{arg, {}, {}}.value(at);  // the same sentence
  }

  /// One field as one of several: fields(a) = remap(from, to)(x).
  template <class Backend, class P, class To>
  void write_to(const P& how, const To& destination) const {
    RemappedFields<Scheme, E>{make_arguments(arg), grids}.template write_to<Backend>(how, destination);
  }

  /// Teams read each old cell once for the cells around it, and take fields in memory.
  template <class Backend, int>
  static constexpr bool reads_values_often = Backend::rows_side_by_side;
  template <class Into, class Arg, class Columns>
  static RemapColumn<Scheme, Into, Arg> column_of(const Into& into, const Arg& values, const Columns& from) {
    return {into, values, from};
  }
};

/// Several expressions on their way to another grid: `fields(a, b) = remap(from, to)(x, y)`. Declared here, written in
/// column/remap_fields.hpp.
template <class Scheme, class... E>
struct RemappedFields {
  NodeArguments<E...> arguments;
  BetweenGrids grids;

  /// Carries the remap out for as many destinations.
  template <class Backend, class P, class... To>
  void write_to(const P& how, const To&... destinations) const;
};

/// One column of a remap, from the bottom up; of a field in memory also by teams.
template <class Scheme, class Destination, class Arg>
struct RemapColumn {
  Destination destination;
  Arg arg;
  EvaluatedColumns from;

  STENCIL_FUNCTION void operator()(const EvaluatedColumns& to, std::ptrdiff_t column) const {
    side_by_side<1>(to, column);
  }
  STENCIL_FUNCTION bool are_alike(const EvaluatedColumns& to) const {
    return !from.heights_per_column && !to.heights_per_column;
  }
  template <int Count>
  STENCIL_FUNCTION void side_by_side(const EvaluatedColumns& to, std::ptrdiff_t first) const {
    using T = typename Destination::value_type;
    detail::remapping::remap_column<Scheme, T, Count>(
        from, to, first,
        [&](int i, int cell) {
          return arg.value(RowCursor<plan::StoreNothing, Center>{from, first + i, cell, nullptr, 0});
        },
        [&](int i, int k, T mean) { memory_of(destination)(k, first + i) = mean; });
  }

  static constexpr int most_held = 4;
  CellsToShare cells(const ColumnGridData& target) const
    requires detail::remapping::is_in_memory<Arg, typename Destination::value_type>
  {
    return in_memory().cells(target);
  }
  template <class Team, int Held>
  STENCIL_FUNCTION void operator()(const Team& team, const CellsToShare& share, const EvaluatedColumns& to,
                                   const CellsOfMember<Held>& mine) const {
    in_memory()(team, share, to, mine);
  }

 private:
  STENCIL_FUNCTION auto in_memory() const {
    return detail::remapping::ColumnsOfFields<Scheme, typename Destination::value_type, 1>{
        {memory_of(arg).read_only()}, {memory_of(destination)}, from};
  }
};

/// A conservative remap of cell means between two grids whose columns reach from the same bottom to the same top:
/// `remap(from, to)(x)`, x an expression at the centers of `from`, is the mean of x over each cell of `to`. Grids may
/// have another number of levels, and the same heights for all columns or their own for each. The sum of x dc does not
/// change; no new extremes arise; a constant stays one; between equal grids x comes back. A cell of `to` without
/// thickness has the value at its height, of the lowest cell that ends above it, at the top of the column of the
/// highest cell that has thickness.
///
///   remap(from, to): a cell is filled with its mean; order 1.   remap(from, to, PPM{}): order 3, 2 at extremes and in
///   the two cells at the ends of a column, where the limiter of Colella & Woodward (1984) flattens it.
///   remap(from, to, MirroredPPM{}): the same of columns continued by their mirror images.
///
/// Several expressions take one search of the cells and one kernel: `fields(a, b, c) = remap(from, to)(x, y, z)`, with
/// the bits of a remap of each alone. So do arrays and structs of them: `fields(tracers) = remap(from, to)(tracers)`.
///
/// GridError where the grids do not have the same columns, the same ends, or are not both rings or both bounded. Of
/// grids whose heights change the ends are not compared; the column of `to` ends where that of `from` does, and cells
/// beyond have no thickness. A remap takes the heights that the grids have when it is carried out.
/// Colella & Woodward (1984), J. Comput. Phys. 54, 174-201; White & Adcroft (2008), J. Comput. Phys. 227, 7394-7422.
template <class Scheme>
class RemapNode {
 public:
  RemapNode(const ColumnGrid& from, const ColumnGrid& to) : grids_{from.shared_data(), to.shared_data()} {
    const auto refuse = [&](const std::string& why) {
      throw GridError("remap: from " + shape_of(from) + " to " + shape_of(to) + ": " + why);
    };
    if (from.columns() != to.columns()) refuse("both grids must have the same number of columns");
    if (from.periodic() != to.periodic()) refuse("both grids must be rings, or both bounded");
    if (from.heights_change() || to.heights_change()) return;
    if (grids_.from->ends_like(grids_.to->fingerprint)) return;
    const std::size_t sets = from.heights_per_column() || to.heights_per_column() ? from.columns() : 1;
    for (std::size_t c = 0; c < sets; ++c) {
      const auto z = from.z_faces(c), z_new = to.z_faces(c);
      const double least = 1e-12 * (z.back() - z.front());
      if (std::fabs(z.front() - z_new.front()) > least || std::fabs(z.back() - z_new.back()) > least)
        throw GridError("remap: from " + described(from, c) + " to " + described(to, c) + ", in column " +
                        std::to_string(c) +
                        ": the grids must span the same interval; give them the same bottom and top");
    }
    grids_.from->note_ends_like(grids_.to->fingerprint);
  }

  template <class E>
    requires(IsOperand<E> || IsLiteral<E>)
  auto operator()(E&& e) const {
    refuse_temporaries<E>();
    using N = node_of<E>;
    if constexpr (takes_columns_of<Center, N>()) return RemappedCells<Scheme, N>{as_node(e), grids_};
  }
  template <class... E>
    requires(sizeof...(E) > 1 && ((IsOperand<E> || IsLiteral<E>) && ...))
  auto operator()(E&&... e) const {
    refuse_temporaries<E...>();
    if constexpr ((takes_columns_of<Center, node_of<E>>() && ...))
      return RemappedFields<Scheme, node_of<E>...>{make_arguments(as_node(e)...), grids_};
  }
  template <class... E>
    requires(column_functions::is_group<E> || ...) && (column_functions::is_member<std::remove_cvref_t<E>> && ...)
  auto operator()(E&&... e) const {
    refuse_temporaries<E...>();
    if constexpr (column_functions::groups_last<E...>())
      return column_functions::taken_apart([&](const auto&... singles) { return (*this)(singles...); }, e...);
  }

 private:
  static std::string shape_of(const ColumnGrid& grid) {
    return std::to_string(grid.levels()) + " levels x " + std::to_string(grid.columns()) + " columns" +
           (grid.periodic() ? ", a ring" : "");
  }
  static std::string described(const ColumnGrid& grid, std::size_t column) {
    const auto z = grid.z_faces(column);
    return shape_of(grid) + " between " + detail::messages::digits_of(z.front()) + " m and " +
           detail::messages::digits_of(z.back()) + " m";
  }

  BetweenGrids grids_;
};

/// remap(from, to)(x), or remap(from, to, PPM{})(x): the means of x over the cells of `to`, of those over the cells of
/// `from`. Keeps the mass of every column to rounding. GridError where the grids do not span the same interval.
template <class Scheme = FirstOrderRemap>
  requires requires { Scheme::mirrored; }
RemapNode<Scheme> remap(const ColumnGrid& from, const ColumnGrid& to, Scheme = {}) {
  return {from, to};
}

/// A compile-time error for one grid, and for fields in place of their grids.
template <class... Given>
  requires(sizeof...(Given) < 2 || (IsOperand<Given> || ...))
auto remap(const Given&...) {
  static_assert(sizeof...(Given) > 1000,
                "stencil: remap takes the grid that values are on and the one that they go to, and then the values: "
                "b = remap(a.grid(), b.grid())(a)");
}

/// A compile-time error for a scheme that is none, as ways of interpolation are not.
template <class Other>
  requires(!IsOperand<Other> && !requires { Other::mirrored; })
auto remap(const ColumnGrid&, const ColumnGrid&, const Other&) {
  static_assert(!std::is_same_v<Other, Other>,
                "stencil: the third argument of remap says how cells are filled: PPM{} or MirroredPPM{}, or it is left "
                "out for their means: remap(from, to, PPM{})(x)");
}

/// The first-order remap as a matrix, where the heights of each grid are the same for all columns: to be multiplied
/// with others, or transposed. GridError where a grid has heights for each column. As an operation remap() itself is
/// cheaper.
STENCIL_WHERE_CALLED
inline DenseC2C remap_matrix(const ColumnGrid& from, const ColumnGrid& to) {
  static_cast<void>(remap(from, to));  // what it refuses
  if (from.heights_per_column() || to.heights_per_column())
    throw GridError(
        "remap_matrix: a matrix is shared by all columns, but the heights of a grid differ between them; "
        "use remap");
  const auto z = from.z_faces(), z_new = to.z_faces();
  std::vector<double> entries;
  for (std::size_t i = 0; i + 1 < z_new.size(); ++i) {
    for (std::size_t j = 0; j + 1 < z.size(); ++j) {
      const double piece = std::fmin(z[j + 1], z_new[i + 1]) - std::fmax(z[j], z_new[i]);
      entries.push_back(piece > 0 ? piece / (z_new[i + 1] - z_new[i]) : 0);
    }
  }
  return {entries, to.levels(), from.levels(), from, to};
}

}  // namespace stencil
