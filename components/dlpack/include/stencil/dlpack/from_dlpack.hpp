// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include <stencil/dlpack/device.hpp>
#include <stencil/dlpack/type.hpp>
#include <stencil/wrap.hpp>

namespace stencil::dlpack {

namespace importing {

inline std::string list(const std::int64_t* values, int count) {
  if (values == nullptr) return "null";
  std::string text;
  for (int i = 0; i < count; ++i) text += (i == 0 ? "(" : ", ") + std::to_string(values[i]);
  return count > 0 ? text + ")" : "()";
}

/// "the tensor of shape (3, 4), strides (4, 1), float64 on device 1:0".
inline std::string describe(const DLTensor& tensor) {
  return "the tensor of shape " + list(tensor.shape, tensor.ndim) +
         (tensor.strides == nullptr ? ", dense" : ", strides " + list(tensor.strides, tensor.ndim)) + ", " +
         dlpack::describe(tensor.dtype) + " on " + dlpack::describe(tensor.device);
}

/// In elements; a tensor without strides is dense, the last dimension fastest.
inline std::int64_t stride(const DLTensor& tensor, int dimension) {
  if (tensor.strides != nullptr) return tensor.strides[dimension];
  std::uint64_t product = 1;  // of any extents: they are yet to be compared with the grid
  for (int d = dimension + 1; d < tensor.ndim; ++d) product *= static_cast<std::uint64_t>(tensor.shape[d]);
  return static_cast<std::int64_t>(product);
}

/// Throws ShapeError of the function for this location.
template <class Location>
[[noreturn]] void refuse(const DLTensor& tensor, const std::string& why) {
  throw ShapeError("dlpack::wrap_" + std::string(Location::name) + ": " + describe(tensor) + ", " + why);
}

/// Checks all but the extents and gives the address of the first value.
template <class T, class Location, class Backend>
T* address(const DLTensor& tensor) {
  constexpr bool surface = std::is_same_v<Location, Surface>;
  using Value = std::remove_const_t<T>;
  using Scalar = scalar_of<Value>;
  constexpr int dimensions = (surface ? 1 : 2) + (is_vec<Value> ? 1 : 0);
  const auto refuse = [&](const std::string& why) { importing::refuse<Location>(tensor, why); };
  if (!is_data_type<Scalar>(tensor.dtype)) refuse("is to be wrapped as " + dlpack::describe(data_type<Scalar>()));
  if (!Device<Backend>::takes(tensor.device)) refuse("is not in " + Device<Backend>::wanted());
  if (tensor.ndim != dimensions) {
    refuse("must have the dimensions (columns" + std::string(surface ? "" : ", levels") +
           (is_vec<Value> ? ", components)" : ")"));
  }
  if (tensor.shape == nullptr) refuse("has no shape");
  constexpr std::int64_t count = components<Value>;
  if constexpr (is_vec<Value>) {
    if (tensor.shape[dimensions - 1] != count)
      refuse("must have " + std::to_string(count) + " components, its last dimension");
    if (count != 1 && stride(tensor, dimensions - 1) != 1) refuse("must have its components side by side in memory");
  }
  for (int d = 0; d < (surface ? 1 : 2); ++d) {
    if (tensor.shape[d] > 1 && stride(tensor, d) % count != 0) refuse("has strides that are not whole Vecs");
  }
  auto* const data = static_cast<char*>(tensor.data);
  if (data == nullptr) refuse("has a null pointer");
  if (tensor.byte_offset > std::numeric_limits<std::uintptr_t>::max() / 2 - reinterpret_cast<std::uintptr_t>(data) / 2)
    refuse("has a byte offset of " + std::to_string(tensor.byte_offset) + ", which leads out of memory");
  char* const first = data + tensor.byte_offset;
  if (reinterpret_cast<std::uintptr_t>(first) % alignof(Value) != 0) {
    refuse("starts at an address, byte offset " + std::to_string(tensor.byte_offset) + " included, that is misaligned");
  }
  return reinterpret_cast<T*>(first);
}

template <class T, class Location, class Backend, class Layout>
auto wrap(const DLTensor& tensor, const ColumnGrid& grid, const std::string& name) {
  constexpr bool surface = std::is_same_v<Location, Surface>;
  T* const data = address<T, Location, Backend>(tensor);
  constexpr std::int64_t count = components<std::remove_const_t<T>>;
  const auto step = [&](int d) { return static_cast<std::ptrdiff_t>(stride(tensor, d) / count); };
  const auto have = [&](int d) { return static_cast<std::size_t>(tensor.shape[d]); };
  const std::size_t levels = static_cast<std::size_t>(grid.size(Location{}));
  if (have(0) != grid.columns() || (!surface && have(1) != levels)) {
    refuse<Location>(tensor, "does not fit the grid of " + std::to_string(grid.columns()) + " columns" +
                                 (surface ? "" : " x " + std::to_string(levels) + " " + Location::name + " levels"));
  }
  if constexpr (surface) {
    return stencil::wrap_surface<Backend>(data, step(0), grid, name);
  } else {
    const ArraySlab<T, layout::Strided> slab(data, have(0), have(1), {step(1), step(0)});
    return detail::wrapping::wrap_view<Location, Backend>(slab.template as<Layout>(), grid, name);
  }
}

}  // namespace importing

/// A tensor of shape (columns, levels), of T, or with N components last, of Vec<T, N>, as a center field, without a
/// copy; the memory must outlive it. `Layout` is a promise that makes it faster; left out, any strides will do.
/// ShapeError that names the tensor where its type, device, shape, strides or alignment do not fit.
template <class T, class Backend = stencil::backend::Cpu, class Layout = layout::Strided>
auto wrap_center(const DLTensor& tensor, const ColumnGrid& grid, const std::string& name = {}) {
  return importing::wrap<T, Center, Backend, Layout>(tensor, grid, name);
}
/// The same at faces.
template <class T, class Backend = stencil::backend::Cpu, class Layout = layout::Strided>
auto wrap_face(const DLTensor& tensor, const ColumnGrid& grid, const std::string& name = {}) {
  return importing::wrap<T, Face, Backend, Layout>(tensor, grid, name);
}
/// The same for one value per column, from a tensor of shape (columns).
template <class T, class Backend = stencil::backend::Cpu>
auto wrap_surface(const DLTensor& tensor, const ColumnGrid& grid, const std::string& name = {}) {
  return importing::wrap<T, Surface, Backend, layout::LevelsContiguous>(tensor, grid, name);
}

}  // namespace stencil::dlpack
