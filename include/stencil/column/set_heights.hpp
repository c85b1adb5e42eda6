// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/assign/assign.hpp>
#include <stencil/column/changed_metric.hpp>
#include <stencil/column/global.hpp>
#include <stencil/column/integral.hpp>
#include <stencil/column/search.hpp>
#include <stencil/error.hpp>
#include <stencil/expression/at_level.hpp>
#include <stencil/field.hpp>
#include <stencil/lifetimes.hpp>

/// Heights of a grid that change: z*, layers that move with the fluid, coordinates of mass.
namespace stencil {

namespace detail::changing {

inline void require_changing(const ColumnGrid& grid, const char* what) {
  if (grid.heights_change()) return;
  throw GridError(std::string(what) +
                  ": the heights of this grid do not change; make it by grid.with_changing_heights() before the fields "
                  "on it");
}

template <class Where, class N, class P>
constexpr bool takes() {
  using At = typename N::location;
  constexpr bool fits = std::is_same_v<At, Where> || std::is_same_v<At, Surface> || std::is_same_v<At, AnyLocation>;
  static_assert(fits || std::is_same_v<Where, Center>,
                "stencil: set_heights takes the heights of faces, an expression at faces");
  static_assert(fits || std::is_same_v<Where, Face>,
                "stencil: set_thickness takes the thickness of cells, an expression at centers");
  constexpr bool numbers = std::is_arithmetic_v<typename N::value_type>;
  static_assert(numbers, "stencil: heights and thicknesses are numbers");
  constexpr bool everywhere = std::is_same_v<std::remove_cvref_t<decltype(P::mask)>, NoMask> &&
                              !detail::active::has_levels<std::remove_cvref_t<decltype(P::strategy)>>;
  static_assert(
      everywhere,
      "stencil: heights are set in all columns at once; say where(...) in the expression instead of a mask or "
      "active levels");
  return fits && numbers && everywhere && column_functions::outside_column_functions<N>();
}

/// Whether a node is memory that can be read as it is. Thicknesses are summed up, which is done in float64.
template <class Where, class N>
inline constexpr bool is_values = plan::IsMemory<N>::value && std::is_same_v<typename N::location, Where> &&
                                  (std::is_same_v<typename N::value_type, double> || std::is_same_v<Where, Face>);

/// f(leaf of the values in float64), which are those of a field or are evaluated to memory for this call.
template <class Backend, class Where, class N, class P, class F>
void with_values(const ColumnGrid& grid, const N& node, const P& how, const char* what, const F& f) {
  constexpr bool together = share_memory_space<typename Backend::space, typename N::space>;
  static_assert(together,
                "stencil: the fields that heights are set by live in different memories (host and device), or not in "
                "that of the backend that is named; give all fields the same backend");
  const ColumnGridData& data = grid.data();
#if !defined(NDEBUG)
  detail::lifetimes::require_alive(node);  // before memory of this call takes the place of a field that is gone
#endif
  [[maybe_unused]] const auto there = detail::checks::on_their_device<Backend>(node);
  if constexpr (!together) {
    return;
  } else if constexpr (is_values<Where, N>) {
    const ColumnGridData* const own = node.grid;
    if (node.data == nullptr)
      throw ShapeError(std::string(what) + ": " + detail::checks::describe(node) + detail::checks::why_empty(node));
    if (!detail::checks::same_grid(own, &data))
      throw GridError(std::string(what) + ": " + detail::checks::describe(node) +
                      " lives on another grid; make it on the grid whose heights change");
    f(node);
  } else {
    using L = FieldLeaf<double, Where, layout::LevelsContiguous, typename Backend::space>;
    const int rows = rows_at<Where>(grid.levels());
    const auto columns = static_cast<std::ptrdiff_t>(grid.columns());
    const std::size_t size = bytes_of<double>(static_cast<std::size_t>(rows) * grid.columns());
    auto memory = Backend::scratch(size, how);
    void* const bytes = memory.get();
    detail::lifetimes::Freed::all().remove(bytes, size);
    const L leaf{static_cast<double*>(bytes), layout::LevelsContiguous::dense(rows, columns), &data, what};
    detail::assignment::run(how, IntoDestination<Backend, L, N>{leaf, node});
    f(leaf);
  }
}

/// Has a kernel write all that is derived from heights, wherever the fields of Backend find it.
template <class Backend, class Z, class Thickness, class P>
void change(const ColumnGrid& grid, const Z& z, const Thickness& dz, const P& how) {
  const ColumnGridData& data = grid.data();
  const double* const before = data.heights_are_in(nullptr);  // all are to be replaced
  try {
    const EvaluatedColumns columns = Backend::column_set(data);
    ChangedMetric<Z, Thickness> metric{z, dz, {}, {}};
    if constexpr (requires { Backend::heights_changed(data, how); }) {
      metric.doubles.add(columns.metric_double);
      metric.floats.add(columns.metric_float);
      const EachRow<ChangedMetric<Z, Thickness>> rows{metric, columns};
      const auto count = static_cast<std::ptrdiff_t>(data.columns) * (data.levels + 1);
      Backend::each(count, count * ChangedMetric<Z, Thickness>::bytes_of_row, rows, how);
      Backend::heights_changed(data, how);
    } else {
      // Each in the order of its memory.
      metric.take_host_copies(data, false);
      Backend::each_column(data, metric, how);
      metric.take_host_copies(data, true);
      if (metric.doubles.count + metric.floats.count > 0) Backend::each_row(data, grid.levels() + 1, metric, how);
    }
    data.heights_are_in(columns.metric_double.face.z);
    data.host_has_a_copy(false);
  } catch (...) {
    data.heights_are_in(before);
    throw;
  }
}

struct InDouble {
  template <class T>
  STENCIL_FUNCTION constexpr double operator()(T x) const {
    return static_cast<double>(x);
  }
};

template <class Backend, class N>
using backend_of = typename std::conditional_t<std::is_void_v<Backend>, BackendOf<typename N::space>,
                                               std::type_identity<Backend>>::type;
template <class Asked, class N>
constexpr bool has_backend() {
  constexpr bool known = !std::is_void_v<Asked> || !std::is_same_v<typename N::space, AnySpace>;
  static_assert(known,
                "stencil: this expression has no field that says which backend it is for; name it, as in "
                "set_heights<backend::Cpu>(grid, z)");
  return known;
}

}  // namespace detail::changing

/// Gives a grid other heights [m] of faces, those of an expression at faces, in which heights(Face{}) are the ones so
/// far: `set_heights(grid, bottom + (1.0 + eta / depth) * (heights(Face{}) - bottom))`. All that is derived from them
/// follows: what is queued after it reads the new heights. Nothing waits and nothing goes to the host. The bits are
/// those of a grid made from these heights.
///
///   set_heights<Backend>(grid, z, policy): a policy gives the stream; the backend is that of the fields in z.
///
/// Heights live where they were set: other backends' fields and the host refuse them by GridError, see
/// copy_heights_to_host. GridError unless the grid comes from with_changing_heights(). Whether faces increase is not
/// checked here but by check_heights.
template <class Asked = void, IsOperand E, class P = AssignmentPolicy<>>
  requires IsPolicy<P>
void set_heights(const ColumnGrid& grid, const E& z_faces, const P& how = {}) {
  using N = node_of<E>;
  if constexpr (detail::changing::takes<Face, N, P>() && detail::changing::has_backend<Asked, N>()) {
    using Backend = detail::changing::backend_of<Asked, N>;
    detail::changing::require_changing(grid, "set_heights");
    detail::changing::with_values<Backend, Face>(grid, as_node(z_faces), how, "set_heights", [&](const auto& z) {
      detail::changing::change<Backend>(grid, z, detail::changing::FromFaces{}, how);
    });
  }
}

/// Compile-time errors for one number, and for the heights before the grid.
template <class Asked = void, IsLiteral E>
void set_heights(const ColumnGrid&, const E&) {
  static_assert(!std::is_same_v<E, E>, "stencil: set_heights takes the heights of faces, an expression at faces");
}
template <class Asked = void, IsOperand E, class... Rest>
void set_heights(const E&, const ColumnGrid&, const Rest&...) {
  static_assert(!std::is_same_v<E, E>,
                "stencil: set_heights takes the grid first and then the heights of its faces: set_heights(grid, z)");
}

/// Gives a grid other thicknesses [m] of cells, those of an expression at centers, upward from the height
/// bottom(number, surface field or expression), or downward from top(...): `set_thickness(grid, h, bottom(-depth))`.
/// spacing(Center{}) is the thickness to the bit, so that sums over cells keep what they keep; heights of faces are its
/// running sum in float64. All else as set_heights.
template <class Asked = void, IsOperand E, Side Where, class Value, class P = AssignmentPolicy<>>
  requires IsPolicy<P>
void set_thickness(const ColumnGrid& grid, const E& dz, const ConditionAt<Where, Value>& from, const P& how = {}) {
  using N = node_of<E>;
  static_assert(IsOperand<Value> || IsLiteral<Value>,
                "stencil: set_thickness takes the height of an end itself: bottom(0.0) or top(surface field)");
  if constexpr (detail::changing::takes<Center, N, P>() && detail::changing::has_backend<Asked, N>() &&
                (IsOperand<Value> || IsLiteral<Value>)) {
    using Backend = detail::changing::backend_of<Asked, N>;
    detail::changing::require_changing(grid, "set_thickness");
    detail::changing::with_values<Backend, Center>(grid, as_node(dz), how, "set_thickness", [&](const auto& thickness) {
      using Direction = std::conditional_t<Where == Side::bottom, DirectionFromBottom, DirectionFromTop>;
      constexpr double sign = Where == Side::bottom ? 1.0 : -1.0;
      const auto end = pointwise(detail::changing::InDouble{})(from.condition);
      const auto faces = detail::folding::accumulation<Face>("set_thickness", functions::Add{}, end, AsIs{},
                                                             Direction{}, sign * thickness);
      detail::changing::with_values<Backend, Face>(grid, faces, how, "set_thickness", [&](const auto& z) {
        detail::changing::change<Backend>(grid, z, thickness, how);
      });
    });
  }
}
/// A compile-time error for thicknesses without a height to begin at, and for one of which the end is not said.
template <class Asked = void, IsOperand E, class... Height>
  requires(sizeof...(Height) < 2 && ((IsOperand<Height> || IsLiteral<Height>) && ...))
void set_thickness(const ColumnGrid&, const E&, const Height&...) {
  static_assert(!std::is_same_v<E, E>,
                "stencil: set_thickness takes thicknesses and the height of an end, from which they are summed up: "
                "set_thickness(grid, dz, bottom(0.0)), or top(surface field)");
}
/// A compile-time error for one number as the thickness of all cells.
template <class Asked = void, IsLiteral T, Side Where, class Value>
void set_thickness(const ColumnGrid&, T, const ConditionAt<Where, Value>&) {
  static_assert(!std::is_same_v<T, T>,
                "stencil: set_thickness takes an expression at centers, the thickness of each cell; of a number d "
                "write set_thickness<backend::Cpu>(grid, d + 0.0 * spacing(Center{}), bottom(0.0))");
}

/// Copies the heights of a grid that were set on a device to the host, for z_faces(), fill(), output and fields of host
/// backends. Waits. Call it again after a graph has set new heights, which the host cannot notice.
template <class Backend>
void copy_heights_to_host(const ColumnGrid& grid) {
  const ColumnGridData& data = grid.data();
  if (!data.changing) return;  // the host has them
  const EvaluatedColumns columns = Backend::column_set(data);
  const MetricView<double>& from = columns.metric_double;
  if (from.face.z == data.metric.z_face()) return;
  Backend::wait(policy());
  using Levels = layout::LevelsContiguous;
  const auto leaf_of = [&](std::vector<double>& host, const double* memory, int rows) {
    host.resize(static_cast<std::size_t>(rows) * grid.columns());
    Backend::copy_to_host(host.data(), memory, host.size());
    return Levels::dense(rows, static_cast<std::ptrdiff_t>(grid.columns()));
  };
  std::vector<double> z, dz;
  const auto z_strides = leaf_of(z, from.face.z, grid.levels() + 1);
  const auto dz_strides = leaf_of(dz, from.center.dz, grid.levels());
  using Z = FieldLeaf<const double, Face, Levels, AnySpace>;
  using D = FieldLeaf<const double, Center, Levels, AnySpace>;
  detail::changing::ChangedMetric<Z, D> metric{
      {z.data(), z_strides, &data, nullptr}, {dz.data(), dz_strides, &data, nullptr}, {}, {}};
  for (const bool columns_side_by_side : {false, true}) {
    metric.take_host_copies(data, columns_side_by_side);
    for (std::size_t c = 0; c < grid.columns(); ++c) metric(columns, static_cast<std::ptrdiff_t>(c));
  }
  data.host_has_a_copy(true);
}

/// GridError where the faces of a column do not rise, with column and cell; every thickness must be positive and
/// finite. Waits for the backend.
template <class Backend = backend::Cpu>
void check_heights(const ColumnGrid& grid) {
  SurfaceField<int, Backend> first(grid);
  const auto dz = spacing(Center{});
  first = first_level_where(!(dz > 0.0 && isfinite(dz) && isfinite(1.0 / dz)), from_bottom);
  const auto levels = first.to_host();
  for (std::size_t c = 0; c < levels.size(); ++c) {
    if (levels[c] < 0) continue;
    CenterField<double, Backend> thickness(grid);
    FaceField<double, Backend> z(grid);
    thickness = dz;
    z = heights(Face{});
    const auto cell = static_cast<std::size_t>(levels[c]), n = static_cast<std::size_t>(grid.levels());
    throw GridError("check_heights: cell " + std::to_string(cell) + " of column " + std::to_string(c) + " is " +
                    detail::messages::digits_of(thickness.to_host()[c * n + cell]) + " m thick, above a face at " +
                    detail::messages::digits_of(z.to_host()[c * (n + 1) + cell]) +
                    " m; thicknesses must be positive and finite");
  }
}

/// GridError where a column of one grid does not end where the other's does, as a remap between them demands, to 1e-12
/// of its depth, and where one has more columns. For grids whose heights change, at whose ends remap() does not look.
/// Waits for the backend.
template <class Backend = backend::Cpu>
void check_ends(const ColumnGrid& from, const ColumnGrid& to) {
  if (from.columns() != to.columns())
    throw GridError("check_ends: a remap needs the same columns, but there are " + std::to_string(from.columns()) +
                    " and " + std::to_string(to.columns()));
  const auto ends_of = [](const ColumnGrid& grid) {
    SurfaceField<double, Backend> low(grid), high(grid);
    low = at_level(heights(Face{}), 0);
    high = at_level(heights(Face{}), -1);
    if (grid.periodic()) high = low + column_sum(spacing(Center{}));  // its top face is the one at the bottom
    return std::pair(low.to_host(), high.to_host());
  };
  const auto [low, high] = ends_of(from);
  const auto [new_low, new_high] = ends_of(to);
  for (std::size_t c = 0; c < low.size(); ++c) {
    const double least = 1e-12 * (high[c] - low[c]);
    if (std::fabs(low[c] - new_low[c]) <= least && std::fabs(high[c] - new_high[c]) <= least) continue;
    throw GridError("check_ends: column " + std::to_string(c) + " goes from " + detail::messages::digits_of(low[c]) +
                    " m to " + detail::messages::digits_of(high[c]) + " m on one grid and from " +
                    detail::messages::digits_of(new_low[c]) + " m to " + detail::messages::digits_of(new_high[c]) +
                    " m on the other; a remap needs the same bottom and top");
  }
}

}  // namespace stencil
