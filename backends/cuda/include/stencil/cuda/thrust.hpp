// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <thrust/device_ptr.h>

namespace stencil::cuda {

/// Thrust iterators over the values of a field, in the field's own order: levels contiguous column by column, columns
/// contiguous level by level. A file that includes Thrust must not say `using namespace stencil` at file scope: there
/// is a namespace ::cuda then, and nvcc's own code says `cuda::` and would find two.
template <class Field>
auto begin(const Field& field) {
  return thrust::device_pointer_cast(field.data());
}
/// The end of the values that begin() begins.
template <class Field>
auto end(const Field& field) {
  return begin(field) + static_cast<std::ptrdiff_t>(field.levels()) * static_cast<std::ptrdiff_t>(field.columns());
}

}  // namespace stencil::cuda
