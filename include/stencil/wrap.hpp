// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include <stencil/field.hpp>
#include <stencil/mdspan_like.hpp>
#include <stencil/slab.hpp>

namespace stencil {

/// Memory that belongs to someone else, seen as a field. Copies are shallow; assigning an expression or another wrapped
/// array writes through. One that was moved from sees no memory until another is moved to it, so that std::swap,
/// std::rotate and std::sort exchange what wrapped arrays see and copy no values.
template <class T, class Location, class Backend, class Layout>
class WrappedArray : public FieldBase<WrappedArray<T, Location, Backend, Layout>, T, Location, Backend, Layout> {
  using Base = FieldBase<WrappedArray, T, Location, Backend, Layout>;

 public:
  WrappedArray(T* data, Layout strides, const ColumnGrid& grid, const std::string& name = {})
      : Base(grid, {data, strides, nullptr, nullptr}, name) {
    if (data == nullptr)
      throw ShapeError(
          "the wrapped array, " + detail::checks::describe(this->leaf_) +
          ", has a null pointer; give wrap_center, wrap_face or wrap_surface the address of its first value");
    detail::checks::require_memory(this->leaf_, "the wrapped array");
    detail::checks::require_reach(this->leaf_, "the wrapped array");
    const auto memory = detail::checks::extent(this->leaf_);
    detail::lifetimes::Freed::all().remove(memory.begin, memory.end);
    Backend::prepare(this->grid_.data());
  }
  WrappedArray(const WrappedArray&) = default;
  WrappedArray(WrappedArray&& other) noexcept : Base(other) { other.leaf_.data = nullptr; }
  ~WrappedArray() = default;
  const WrappedArray& operator=(const WrappedArray& other) const {
    if (this != &other) assign(*this, other);
    return *this;
  }
  WrappedArray& operator=(WrappedArray&& other) {
    if (this->empty() && !other.empty()) {
      Base::operator=(other);
      other.leaf_.data = nullptr;
    } else if (this != &other) {
      assign(*this, other);
    }
    return *this;
  }
  template <class E>
  const WrappedArray& operator=(const E& e) const {
    if constexpr (detail::assignment::is_expression<E>()) assign(*this, e);
    return *this;
  }
  /// A compile-time error for numbers in braces.
  template <class Number>
    requires std::is_arithmetic_v<Number>
  constexpr void operator=(std::initializer_list<Number>) const {  // NOLINT(misc-unconventional-assign-operator)
    detail::assignment::refuse_braces<Number>();
  }
};

namespace detail::wrapping {

template <class Location>
std::size_t count(const ColumnGrid& grid) {
  return grid.columns() * static_cast<std::size_t>(grid.size(Location{}));
}

inline void require_extent(std::size_t have, std::size_t need, const char* what) {
  if (have == need) return;
  throw ShapeError(std::string("wrap: the grid needs ") + std::to_string(need) + " " + what + ", but the array has " +
                   std::to_string(have));
}

template <class View>
concept Contiguous = requires(const View& v) {
  v.data();
  v.size();
} && !MatrixView<View>;

template <class Location, class Backend, class Layout, class T>
auto dense(T* data, const ColumnGrid& grid, const std::string& name) {
  return WrappedArray<T, Location, Backend, Layout>(
      data, Layout::dense(grid.size(Location{}), static_cast<std::ptrdiff_t>(grid.columns())), grid, name);
}

template <class View>
inline constexpr bool is_slab = false;
template <class T, class Layout>
inline constexpr bool is_slab<ArraySlab<T, Layout>> = true;

/// The strides of a view, of a type that says which of them is 1 where the view's type says so.
template <class View>
auto strides_of(const View& view) {
  const auto stride = [&](unsigned which) { return static_cast<std::ptrdiff_t>(view.stride(which)); };
  if constexpr (is_slab<View>) {
    return view.strides();
  } else if constexpr (order_of<View> == Order::levels) {
    return layout::LevelsContiguous{stride(0)};
  } else if constexpr (order_of<View> == Order::columns) {
    return layout::ColumnsContiguous{stride(1)};
  } else {
    return layout::Strided{stride(1), stride(0)};
  }
}

/// A view of shape (columns, levels), or (columns) at the surface.
template <class Location, class Backend, class View>
auto wrap_view(const View& view, const ColumnGrid& grid, const std::string& name) {
  constexpr bool surface = std::is_same_v<Location, Surface>;
  require_strided_view<View, surface ? 1 : 2>();
  using Handle = std::remove_cvref_t<decltype(view.data_handle())>;
  static_assert(std::is_pointer_v<Handle>,
                "stencil: a field is wrapped around an mdspan of plain memory; this one has an accessor of its own");
  using T = std::remove_pointer_t<Handle>;
  require_extent(static_cast<std::size_t>(view.extent(0)), grid.columns(), "columns (first extent)");
  if constexpr (surface) {
    return WrappedArray<T, Surface, Backend, layout::LevelsContiguous>(
        view.data_handle(), {static_cast<std::ptrdiff_t>(view.stride(0))}, grid, name);
  } else {
    require_extent(static_cast<std::size_t>(view.extent(1)), static_cast<std::size_t>(grid.size(Location{})),
                   "levels (second extent)");
    using Strides = decltype(strides_of(view));
    return WrappedArray<T, Location, Backend, Strides>(view.data_handle(), strides_of(view), grid, name);
  }
}

/// Whether the values of an array end with it: to them a const one gives access that is const too.
template <class Array>
inline constexpr bool owns_its_values = requires(Array& array, const Array& constant) {
  requires !std::is_same_v<decltype(array.data()), decltype(constant.data())>;
};

/// An array of C, as the span of its elements; anything else as it is.
template <class Source>
decltype(auto) as_range(Source& source) {
  if constexpr (std::rank_v<Source> == 1) {
    return std::span(source);
  } else {
    return (source);
  }
}

/// A pointer or contiguous range is dense in `Layout`; a view brings its own strides. Given: the array as the caller
/// gave it.
template <class Location, class Backend, class Layout, class Given, class Source>
auto wrap(Source&& source, const ColumnGrid& grid, const std::string& name) {
  using Bare = std::remove_cvref_t<Source>;
  static_assert(std::is_lvalue_reference_v<Given> || !owns_its_values<Bare>,
                "stencil: a wrapped array stays where it is, but this one is a temporary, which ends with the "
                "statement; give it a name first, as in auto values = load(); auto x = wrap_center(values, grid);");
  if constexpr (std::is_pointer_v<Bare>) {
    return dense<Location, Backend, Layout>(source, grid, name);
  } else if constexpr (MatrixView<Bare>) {
    return wrap_view<Location, Backend>(source, grid, name);
  } else {
    static_assert(Contiguous<Bare>,
                  "stencil: wrap takes a pointer, a contiguous range (std::span, std::vector) or a two-dimensional "
                  "view such as std::mdspan");
    if constexpr (Contiguous<Bare>) {
      require_extent(source.size(), count<Location>(grid), "values");
      return dense<Location, Backend, Layout>(source.data(), grid, name);
    } else {
      static double* const none = nullptr;  // so that no other error follows
      return dense<Location, Backend, Layout>(none, grid, name);
    }
  }
}

}  // namespace detail::wrapping

/// A view of the caller's array as a center field, without a copy. The source is a pointer or contiguous range of
/// levels * columns values in `Layout`, or a view of shape (columns, levels) with any strides: an mdspan, which then is
/// as fast as its layout_right or layout_left allows, or an ArraySlab. ShapeError when the extents do not fit the grid
/// or the pointer is null or misaligned.
template <class Backend = stencil::backend::Cpu, class Layout = layout::LevelsContiguous, class Source>
auto wrap_center(Source&& source, const ColumnGrid& grid, const std::string& name = {}) {
  return detail::wrapping::wrap<Center, Backend, Layout, Source>(detail::wrapping::as_range(source), grid, name);
}
/// The same for a face field of (levels + 1) * columns values.
template <class Backend = stencil::backend::Cpu, class Layout = layout::LevelsContiguous, class Source>
auto wrap_face(Source&& source, const ColumnGrid& grid, const std::string& name = {}) {
  return detail::wrapping::wrap<Face, Backend, Layout, Source>(detail::wrapping::as_range(source), grid, name);
}
/// The same for one value per column; views have the shape (columns).
template <class Backend = stencil::backend::Cpu, class Source>
auto wrap_surface(Source&& source, const ColumnGrid& grid, const std::string& name = {}) {
  return detail::wrapping::wrap<Surface, Backend, layout::LevelsContiguous, Source>(detail::wrapping::as_range(source),
                                                                                    grid, name);
}
/// Any strides, in elements, level first.
template <class Backend = stencil::backend::Cpu, class T>
auto wrap_center(T* data, std::ptrdiff_t level_stride, std::ptrdiff_t column_stride, const ColumnGrid& grid,
                 const std::string& name = {}) {
  return WrappedArray<T, Center, Backend, layout::Strided>(data, {level_stride, column_stride}, grid, name);
}
template <class Backend = stencil::backend::Cpu, class T>
auto wrap_face(T* data, std::ptrdiff_t level_stride, std::ptrdiff_t column_stride, const ColumnGrid& grid,
               const std::string& name = {}) {
  return WrappedArray<T, Face, Backend, layout::Strided>(data, {level_stride, column_stride}, grid, name);
}
template <class Backend = stencil::backend::Cpu, class T>
auto wrap_surface(T* data, std::ptrdiff_t column_stride, const ColumnGrid& grid, const std::string& name = {}) {
  return WrappedArray<T, Surface, Backend, layout::LevelsContiguous>(data, {column_stride}, grid, name);
}

/// A compile-time error for the grid before the array.
#define STENCIL_WRAP_IN_ORDER(name)                                                                                    \
  template <class Backend = stencil::backend::Cpu, class Layout = layout::LevelsContiguous, class... Given>            \
    requires(sizeof...(Given) > 0)                                                                                     \
  auto name(const ColumnGrid&, Given&&...) {                                                                           \
    static_assert(sizeof...(Given) == 0,                                                                               \
                  "stencil: " #name " takes the array first and then the grid of its values: " #name "(array, grid)"); \
  }
STENCIL_WRAP_IN_ORDER(wrap_center)
STENCIL_WRAP_IN_ORDER(wrap_face)
STENCIL_WRAP_IN_ORDER(wrap_surface)
#undef STENCIL_WRAP_IN_ORDER

/// A compile-time error for one stride.
#define STENCIL_TWO_STRIDES(name)                                                                                   \
  template <class Backend = stencil::backend::Cpu, class Layout = layout::LevelsContiguous, class T>                \
  auto name(T*, std::ptrdiff_t, const ColumnGrid&, const std::string& = {}) {                                       \
    static_assert(!std::is_same_v<T, T>, "stencil: " #name                                                          \
                                         " takes two strides, in elements, from level to level and from column to " \
                                         "column: " #name "(data, 1, levels, grid)");                               \
  }
STENCIL_TWO_STRIDES(wrap_center)
STENCIL_TWO_STRIDES(wrap_face)
#undef STENCIL_TWO_STRIDES

}  // namespace stencil
