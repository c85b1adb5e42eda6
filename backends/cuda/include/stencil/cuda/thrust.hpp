// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <thrust/device_ptr.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <stencil/assign/check.hpp>
#include <stencil/config.hpp>
#include <stencil/dense.hpp>

namespace stencil::cuda {

/// From the number of a value in the field's order to its place in memory.
struct OffsetInMemory {
  using result_type = std::ptrdiff_t;
  std::ptrdiff_t inner_count;
  std::ptrdiff_t inner_stride;
  std::ptrdiff_t outer_stride;
  STENCIL_FUNCTION std::ptrdiff_t operator()(std::ptrdiff_t i) const {
    return i / inner_count * outer_stride + i % inner_count * inner_stride;
  }
};

template <class Field>
std::ptrdiff_t value_count(const Field& field) {
  return static_cast<std::ptrdiff_t>(field.levels()) * static_cast<std::ptrdiff_t>(field.columns());
}

/// Iterators for Thrust and CUB over the values of any field or wrapped array, gaps and negative strides included:
/// level by level where columns are contiguous, else column by column and upward. A division for each value: begin() is
/// faster.
template <class Field>
auto strided_begin(const Field& field) {
  const auto strides = field.node().strides;
  const auto columns = static_cast<std::ptrdiff_t>(field.columns());
  const OffsetInMemory place = [&]() -> OffsetInMemory {
    if constexpr (std::is_same_v<typename Field::location, Surface>) return {columns, strides.column(), 0};
    if constexpr (Field::layout_type::columns_contiguous) return {columns, strides.column(), strides.level()};
    return {field.levels(), strides.level(), strides.column()};
  }();
  const thrust::counting_iterator<std::ptrdiff_t> first(0);
  return thrust::make_permutation_iterator(thrust::device_pointer_cast(field.data()),
                                           thrust::make_transform_iterator(first, place));
}
/// The end of what begins at strided_begin(field).
template <class Field>
auto strided_end(const Field& field) {
  return strided_begin(field) + value_count(field);
}

/// Iterators for Thrust and CUB over the values of a field, in the field's own order: levels contiguous column by
/// column, columns contiguous level by level. ShapeError for a field without memory, and where a wrapped array of these
/// layouts has gaps; strided_begin() takes those. A file that includes Thrust must not say `using namespace stencil` at
/// file scope: there is a namespace ::cuda then, and nvcc's own code says `cuda::` and would find two.
template <class Field>
auto begin(const Field& field) {
  detail::checks::require_memory(field.node(), "the field given to cuda::begin");
  if constexpr (std::is_same_v<typename Field::layout_type, layout::Strided>) {
    return strided_begin(field);
  } else {
    if (!detail::dense::in_some_order(field.node())) {
      throw ShapeError("cuda::begin: " + detail::checks::describe(field.node()) +
                       " has gaps between its values; take cuda::strided_begin and cuda::strided_end");
    }
    return thrust::device_pointer_cast(field.data());
  }
}
/// The end of the values that begin() begins.
template <class Field>
auto end(const Field& field) {
  return stencil::cuda::begin(field) + value_count(field);
}

}  // namespace stencil::cuda
