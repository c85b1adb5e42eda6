// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <version>
#if defined(__cpp_lib_mdspan)
#include <mdspan>
#endif

#include <stencil/field.hpp>

/// Fields as mdspans; wrap_center, wrap_face and wrap_surface take mdspans as fields.
namespace stencil {

namespace detail::wrapping {

/// `Pair<Index>` is the array in which the mapping takes its strides.
template <class View, template <class Index> class Pair, class Field>
View make_mdspan(const Field& field) {
  using Extents = typename View::extents_type;
  using Mapping = typename View::mapping_type;
  using Index = typename Extents::index_type;
  constexpr bool surface = std::is_same_v<typename Field::location, Surface>;
  static_assert(View::rank() == (surface ? 1 : 2),
                "stencil: a field is an mdspan of rank 2, (columns, levels), one value per column of rank 1");
  detail::checks::require_memory(field.node(), "the field given to as_mdspan");
  const auto strides = field.node().strides;
  const auto columns = static_cast<Index>(field.columns());
  const auto levels = static_cast<Index>(field.levels());
  const auto refuse = [&](const std::string& why) {
    throw ShapeError("as_mdspan: " + detail::checks::describe(field.node()) + why);
  };
  if (strides.column() < 0 || (!surface && strides.level() < 0)) refuse(" has a negative stride, which no mdspan has");
  // One more than the index of the last value.
  const std::ptrdiff_t size = 1 + (static_cast<std::ptrdiff_t>(field.columns()) - 1) * strides.column() +
                              (surface ? 0 : (field.levels() - 1) * strides.level());
  if (!std::in_range<Index>(field.columns()) || !std::in_range<Index>(field.levels()) || !std::in_range<Index>(size))
    refuse(" has more values than the index type of this mdspan counts; take one with std::size_t");
  const auto of_extents = [&]() -> Extents {
    if constexpr (surface) {
      return Extents(columns);
    } else {
      return Extents(columns, levels);
    }
  };
  const auto extents = of_extents();
  if constexpr (std::is_constructible_v<Mapping, Extents>) {
    const Mapping mapping(extents);
    const auto same = [&](unsigned which, std::ptrdiff_t stride, Index count) {
      return count == 1 || static_cast<std::ptrdiff_t>(mapping.stride(which)) == stride;
    };
    bool fits = same(0, strides.column(), columns);
    if constexpr (!surface) fits = fits && same(1, strides.level(), levels);
    if (!fits) refuse(" has other strides than this mdspan; take one with layout_stride");
    return View(field.data(), mapping);
  } else if constexpr (surface) {
    return View(field.data(), Mapping(extents, Pair<Index>{static_cast<Index>(strides.column())}));
  } else {
    const Pair<Index> pair{static_cast<Index>(strides.column()), static_cast<Index>(strides.level())};
    return View(field.data(), Mapping(extents, pair));
  }
}

template <class Field>
struct StandardArray {
  template <class Index>
  using type = std::array<Index, std::is_same_v<typename Field::location, Surface> ? 1 : 2>;
};

/// Memory of a field's own is dense in its order; a wrapped array may have any strides.
template <class Field>
inline constexpr bool is_own = false;
template <class T, class Location, class Backend, class Layout>
inline constexpr bool is_own<Field<T, Location, Backend, Layout>> = true;

template <class Field, class Right, class Left, class Stride>
using LayoutOf = std::conditional_t<
    !is_own<Field>, Stride,
    std::conditional_t<Field::layout_type::columns_contiguous && !std::is_same_v<typename Field::location, Surface>,
                       Left, Right>>;

}  // namespace detail::wrapping

/// The memory of a field as an mdspan-like `View` of shape (columns, levels), or (columns) at the surface, without a
/// copy: as_mdspan<std::mdspan<double, std::dextents<int, 2>, std::layout_right>>(field). It must not outlive the
/// field. ShapeError where the field has other strides than the View, more values than its index counts, or no memory.
template <class View, class Field>
View as_mdspan(const Field& field) {
  return detail::wrapping::make_mdspan<View, detail::wrapping::StandardArray<Field>::template type>(field);
}

#if defined(__cpp_lib_mdspan)
/// The same as the std::mdspan of its layout: layout_right with levels contiguous, layout_left with columns contiguous,
/// layout_stride for wrapped arrays.
template <class Field>
auto as_mdspan(const Field& field) {
  using T = std::remove_pointer_t<decltype(field.data())>;
  using Extents = std::dextents<std::size_t, std::is_same_v<typename Field::location, Surface> ? 1 : 2>;
  using Layout = detail::wrapping::LayoutOf<Field, std::layout_right, std::layout_left, std::layout_stride>;
  return as_mdspan<std::mdspan<T, Extents, Layout>>(field);
}
#endif

}  // namespace stencil
