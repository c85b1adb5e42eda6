// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: DLPack takes fields of integers, float and double, and of Vecs of them
#include <stencil/dlpack.hpp>
#include <stencil/stencil.hpp>

using namespace stencil;

auto tensor(const WrappedArray<long double, Center, backend::Cpu, layout::LevelsContiguous>& a) {
  return dlpack::to_dlpack(a);
}
