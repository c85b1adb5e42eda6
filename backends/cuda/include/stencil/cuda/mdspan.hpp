// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <cuda/std/array>
#include <cuda/std/mdspan>

#include <stencil/mdspan.hpp>

namespace stencil::cuda {

template <class Field>
struct DeviceArray {
  template <class Index>
  using type = ::cuda::std::array<Index, std::is_same_v<typename Field::location, Surface> ? 1 : 2>;
};

/// The memory of a field as a cuda::std::mdspan of shape (columns, levels), or (columns) at the surface, without a
/// copy, for kernels of one's own: layout_right with levels contiguous, layout_left with columns contiguous,
/// layout_stride for wrapped arrays. It must not outlive the field. ShapeError where a stride is negative.
/// wrap_center<backend::Cuda> and its kin take such an mdspan as a field. A file that includes this header must not say
/// `using namespace stencil` at file scope, as with Thrust.
template <class Field>
auto as_mdspan(const Field& field) {
  using T = std::remove_pointer_t<decltype(field.data())>;
  using Extents = ::cuda::std::dextents<std::size_t, std::is_same_v<typename Field::location, Surface> ? 1 : 2>;
  using Layout = detail::wrapping::LayoutOf<Field, ::cuda::std::layout_right, ::cuda::std::layout_left,
                                            ::cuda::std::layout_stride>;
  using View = ::cuda::std::mdspan<T, Extents, Layout>;
  return detail::wrapping::make_mdspan<View, DeviceArray<Field>::template type>(field);
}

}  // namespace stencil::cuda
