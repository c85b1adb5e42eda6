// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <stencil/stencil.hpp>

/// Fields shared with Thrust, CUB, mdspans, models' arrays and DLPack on the current CUDA device. Each function gives
/// what it found, in whole numbers; the host says what is right.
namespace interoperability {

using Numbers = std::vector<double>;

/// The value of a level and column, different for each.
struct Counted {
  double operator()(double z, std::size_t column) const { return 2 * z + 100 * static_cast<double>(column); }
};

/// A model's array of (levels + 3) x (columns + 2) numbers with a part in its middle wrapped and written, and all of
/// the array: levels first or columns first, counted from the bottom or from the top.
template <class Backend>
Numbers part_of_an_array(bool levels_first, bool from_top) {
  using namespace stencil;
  const auto grid = ColumnGrid::uniform(33, 0.0, 33.0, 40);
  const std::size_t width = 42, height = 36;
  const auto memory = Backend::template allocate<double>(width * height);
  Numbers all(width * height, -1);
  Backend::copy_from_host(memory.get(), all.data(), all.size());
  const auto work = [&](const auto& whole) {
    const auto part = whole.with_columns(1, 40).with_levels(2, 33);
    const auto compute = [&](const auto& view) {
      view.fill(Counted{});
      view = view + GradientF2C()(GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(4.0)))(view));
    };
    if (from_top) {
      compute(wrap_center<Backend>(part.from_top(), grid));
    } else {
      compute(wrap_center<Backend>(part, grid));
    }
  };
  if (levels_first) {
    work(stencil::levels_first(memory.get(), height, width));
  } else {
    work(columns_first(memory.get(), width, height));
  }
  Backend::copy_to_host(all.data(), memory.get(), all.size());
  return all;
}
Numbers part_of_an_array_on_device(bool levels_first, bool from_top);

/// Sums of a field with levels and one with columns contiguous, by Thrust; of a part of an array, by CUB; of twice the
/// field, which thrust::transform wrote.
Numbers sums();
/// Fields written by a kernel through cuda::std::mdspan, in both layouts; the memory of mdspans that were wrapped, each
/// of which such a kernel wrote, and the fields that they are.
Numbers mdspans();
/// A field as a tensor and the tensor as a field: shape, strides, device type, whether it is the current device;
/// values.
Numbers tensors();
/// The messages for Thrust over a wrapped array with gaps and, with DLPack, for a tensor of the host.
std::vector<std::string> errors();

}  // namespace interoperability
