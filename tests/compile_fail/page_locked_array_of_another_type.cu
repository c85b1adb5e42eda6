// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a page-locked array has the type of the field's values; make it with cuda::pinned_for(field)
// together: sentences
#include <stencil/cuda.hpp>

using namespace stencil;

void bring(const CenterField<double, backend::Cuda>& field, const cuda::PinnedArray<float>& array) {
  cuda::copy_from_host(field, array);
}
