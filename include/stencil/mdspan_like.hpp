// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

/// std::mdspan and its kin, known by what they have: the library includes no header of them here.
namespace stencil::detail::wrapping {

template <class View>
concept MatrixView = requires(const View& v) {
  v.extent(1);
  v.stride(1);
  v.data_handle();
};

/// Strides for which a type of view has room: any, or one of them being 1 whatever the extents.
enum class Order { unknown, levels, columns };

/// The mapping of an mdspan with extents that no layout could take for anything else.
template <class View>
constexpr auto sample_mapping() {
  using Extents = typename View::extents_type;
  using Index = typename Extents::index_type;
  constexpr auto pick = [](std::size_t fixed, int otherwise) {
    return fixed == static_cast<std::size_t>(-1) ? static_cast<Index>(otherwise) : static_cast<Index>(fixed);
  };
  return typename View::mapping_type(Extents(pick(View::static_extent(0), 5), pick(View::static_extent(1), 7)));
}
template <class View, int Dimension>
inline constexpr bool always_dense = requires {
  requires std::is_constructible_v<typename View::mapping_type, typename View::extents_type>;
  requires std::bool_constant<(sample_mapping<View>().stride(Dimension) == 1)>::value;
};
template <class View>
inline constexpr Order order_of = always_dense<View, 1>   ? Order::levels
                                  : always_dense<View, 0> ? Order::columns
                                                          : Order::unknown;

/// Refuses, in words, what has no strides or another rank.
template <class View, std::size_t Rank>
constexpr void require_strided_view() {
  if constexpr (requires { View::rank(); }) {
    static_assert(View::rank() == Rank,
                  "stencil: wrap_center and wrap_face take an mdspan of rank 2, (columns, levels), wrap_surface one of "
                  "rank 1, (columns); make a submdspan of it");
  }
  if constexpr (requires { View::is_always_strided(); }) {
    static_assert(
        View::is_always_strided(),
        "stencil: a field is wrapped around an mdspan with strides: layout_right, layout_left, layout_stride");
  }
}

}  // namespace stencil::detail::wrapping
