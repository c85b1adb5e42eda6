// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#include <stencil/dense.hpp>
#include <stencil/kokkos/backend.hpp>
#include <stencil/wrap.hpp>

/// Fields from Views and Views from fields, without copies.
namespace stencil {

namespace kokkos {

/// Any Kokkos::View.
template <class V>
concept View = ::Kokkos::is_view<std::remove_cvref_t<V>>::value;

/// The rank of a View's data type: 2 for double** and for double*[64].
template <class Data>
inline constexpr int rank = 0;
template <class Data>
inline constexpr int rank<Data*> = 1 + rank<Data>;
template <class Data, std::size_t Extent>
inline constexpr int rank<Data[Extent]> = 1 + rank<Data>;

/// A View of shape (columns, levels), or (columns) at the surface, as a field. Backend: of the field; void for that of
/// the View's execution space. Throws ShapeError if the extents do not fit the grid.
template <class Location, class Backend, class V>
auto wrap(const V& view, const ColumnGrid& grid, const std::string& name) {
  constexpr bool surface = std::is_same_v<Location, Surface>;
  constexpr int have = rank<typename V::data_type>;
  static_assert(!surface || have == 1, "stencil: wrap_surface takes a Kokkos::View of rank 1, (columns)");
  static_assert(surface || have == 2,
                "stencil: wrap_center and wrap_face take a Kokkos::View of rank 2, (columns, levels)");
  using T = typename V::value_type;
  using Own = backend::Kokkos<typename V::execution_space>;
  using Used = std::conditional_t<std::is_void_v<Backend>, Own, Backend>;
  static_assert(std::is_same_v<typename Used::space, typename Own::space>,
                "stencil: the View lies in another memory than fields of this backend; leave the backend out");
  const auto stride = [&](unsigned which) { return static_cast<std::ptrdiff_t>(view.stride(which)); };
  detail::wrapping::require_extent(static_cast<std::size_t>(view.extent(0)), grid.columns(), "columns (first extent)");
  if constexpr (surface) {
    return WrappedArray<T, Surface, Used, layout::LevelsContiguous>(view.data(), {stride(0)}, grid, name);
  } else {
    detail::wrapping::require_extent(static_cast<std::size_t>(view.extent(1)),
                                     static_cast<std::size_t>(grid.size(Location{})), "levels (second extent)");
    using Order = typename V::array_layout;
    if constexpr (std::is_same_v<Order, ::Kokkos::LayoutRight>) {
      return WrappedArray<T, Location, Used, layout::LevelsContiguous>(view.data(), {stride(0)}, grid, name);
    } else if constexpr (std::is_same_v<Order, ::Kokkos::LayoutLeft>) {
      return WrappedArray<T, Location, Used, layout::ColumnsContiguous>(view.data(), {stride(1)}, grid, name);
    } else {
      static_assert(std::is_same_v<Order, ::Kokkos::LayoutStride>,
                    "stencil: a field is wrapped around LayoutRight, LayoutLeft or LayoutStride");
      return WrappedArray<T, Location, Used, layout::Strided>(view.data(), {stride(1), stride(0)}, grid, name);
    }
  }
}

/// The Kokkos::Device of Views of a backend's fields.
template <class Backend>
struct DeviceOf {
  static_assert(std::is_same_v<typename Backend::space, HostSpace>,
                "stencil: Kokkos knows the memory of backend::Kokkos and of the host; this field is elsewhere");
  using type = ::Kokkos::Device<::Kokkos::DefaultHostExecutionSpace, ::Kokkos::HostSpace>;
};
template <class ExecutionSpace>
struct DeviceOf<backend::Kokkos<ExecutionSpace>> {
  using type = ::Kokkos::Device<ExecutionSpace, typename ExecutionSpace::memory_space>;
};

template <class Field, class Data, class Order>
using ViewOf = ::Kokkos::View<Data, Order, typename DeviceOf<typename Field::backend>::type,
                              ::Kokkos::MemoryTraits<::Kokkos::Unmanaged>>;

/// The memory of a field as a View of shape (columns, levels), or (columns) at the surface: LayoutRight with levels
/// contiguous, LayoutLeft with columns contiguous. The View must not outlive the field. Throws ShapeError if the field
/// has no memory, or a wrapped array gaps between its columns or levels; strided_view() takes those.
template <class Field>
auto view(const Field& field) {
  using T = std::remove_pointer_t<decltype(field.data())>;
  using Layout = typename Field::layout_type;
  static_assert(!std::is_same_v<Layout, layout::Strided>,
                "stencil: an array of any strides is a LayoutStride; take kokkos::strided_view");
  const auto& leaf = field.node();
  detail::checks::require_memory(leaf, "the field given to kokkos::view");
  const auto require_dense = [&](bool dense) {
    if (dense) return;
    throw ShapeError("kokkos::view: " + detail::checks::describe(leaf) +
                     " has gaps between its values; take kokkos::strided_view");
  };
  if constexpr (std::is_same_v<typename Field::location, Surface>) {
    require_dense(detail::dense::along_columns(leaf));
    return ViewOf<Field, T*, ::Kokkos::LayoutRight>(field.data(), field.columns());
  } else {
    const auto rows = static_cast<std::size_t>(field.levels());
    if constexpr (Layout::levels_contiguous) {
      require_dense(detail::dense::along_levels(leaf));
      return ViewOf<Field, T**, ::Kokkos::LayoutRight>(field.data(), field.columns(), rows);
    } else {
      require_dense(detail::dense::along_columns(leaf));
      return ViewOf<Field, T**, ::Kokkos::LayoutLeft>(field.data(), field.columns(), rows);
    }
  }
}

/// The same for a field or wrapped array with any strides, as a View of LayoutStride. Throws ShapeError if the field
/// has no memory or a stride is negative, which Kokkos does not support.
template <class Field>
auto strided_view(const Field& field) {
  using T = std::remove_pointer_t<decltype(field.data())>;
  const auto& leaf = field.node();
  detail::checks::require_memory(leaf, "the field given to kokkos::strided_view");
  const auto stride = [&](std::ptrdiff_t s) {
    if (s < 0) throw ShapeError("kokkos::strided_view: " + detail::checks::describe(leaf) + " has a negative stride");
    return static_cast<std::size_t>(s);
  };
  if constexpr (std::is_same_v<typename Field::location, Surface>) {
    return ViewOf<Field, T*, ::Kokkos::LayoutStride>(
        field.data(), ::Kokkos::LayoutStride(field.columns(), stride(leaf.strides.column())));
  } else {
    return ViewOf<Field, T**, ::Kokkos::LayoutStride>(
        field.data(), ::Kokkos::LayoutStride(field.columns(), stride(leaf.strides.column()),
                                             static_cast<std::size_t>(field.levels()), stride(leaf.strides.level())));
  }
}

}  // namespace kokkos

/// A Kokkos::View of shape (columns, levels) as a center field, without a copy: LayoutRight has levels contiguous,
/// LayoutLeft columns contiguous, LayoutStride any strides. The View's memory must outlive the field. Throws ShapeError
/// if the extents do not fit the grid.
template <class Backend = void, class Layout = void, class Source>
  requires kokkos::View<Source>
auto wrap_center(Source&& source, const ColumnGrid& grid, const std::string& name = {}) {
  static_assert(std::is_void_v<Layout>, "stencil: a Kokkos::View brings its own layout; leave the layout out");
  return kokkos::wrap<Center, Backend>(source, grid, name);
}
/// The same for a face field.
template <class Backend = void, class Layout = void, class Source>
  requires kokkos::View<Source>
auto wrap_face(Source&& source, const ColumnGrid& grid, const std::string& name = {}) {
  static_assert(std::is_void_v<Layout>, "stencil: a Kokkos::View brings its own layout; leave the layout out");
  return kokkos::wrap<Face, Backend>(source, grid, name);
}
/// The same for a surface field, from a View of shape (columns).
template <class Backend = void, class Source>
  requires kokkos::View<Source>
auto wrap_surface(Source&& source, const ColumnGrid& grid, const std::string& name = {}) {
  return kokkos::wrap<Surface, Backend>(source, grid, name);
}

}  // namespace stencil
