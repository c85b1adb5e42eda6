// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include <stencil/dlpack/device.hpp>
#include <stencil/dlpack/type.hpp>
#include <stencil/field.hpp>

namespace stencil::dlpack {

struct Deleter {
  void operator()(DLManagedTensor* tensor) const {
    if (tensor->deleter != nullptr) tensor->deleter(tensor);
  }
};
/// A tensor whose deleter is called once, when this goes; release() hands it to another owner.
using Owner = std::unique_ptr<DLManagedTensor, Deleter>;

namespace exporting {

/// A tensor with room for its shape and, where it owns the memory, the field.
template <class Kept>
struct Package {
  explicit Package(Kept what) : kept(std::move(what)) {}
  DLManagedTensor tensor{};
  std::array<std::int64_t, 3> shape{};
  std::array<std::int64_t, 3> strides{};
  Kept kept;
};
struct Nothing {};

template <class Field, class Kept>
Owner pack(std::unique_ptr<Package<Kept>> package, const Field& field) {
  using T = std::remove_pointer_t<decltype(field.data())>;
  static_assert(!std::is_const_v<T>,
                "stencil: DLPack has no tensors that are only read; wrap memory that is not const");
  detail::checks::require_memory(field.node(), "the field given to to_dlpack");
  constexpr std::int64_t count = components<T>;
  const auto strides = field.node().strides;
  DLTensor& tensor = package->tensor.dl_tensor;
  const auto add = [&](std::int64_t extent, std::int64_t stride) {
    const auto at = static_cast<std::size_t>(tensor.ndim++);
    package->shape[at] = extent;
    package->strides[at] = stride;
  };
  add(static_cast<std::int64_t>(field.columns()), count * strides.column());
  if constexpr (!std::is_same_v<typename Field::location, Surface>) add(field.levels(), count * strides.level());
  if constexpr (is_vec<T>) add(count, 1);
  tensor.data = field.data();
  tensor.device = Device<typename Field::backend>::of(field.data());
  tensor.dtype = data_type<scalar_of<T>>();
  tensor.shape = package->shape.data();
  tensor.strides = package->strides.data();
  package->tensor.manager_ctx = package.get();
  package->tensor.deleter = [](DLManagedTensor* self) { delete static_cast<Package<Kept>*>(self->manager_ctx); };
  return Owner(&package.release()->tensor);
}

}  // namespace exporting

/// A field's memory as a tensor of shape (columns, levels), (columns) at the surface, with the components of a Vec as a
/// last dimension, in the strides of its layout. It refers to the field and must not outlive it: its deleter frees the
/// tensor alone. ShapeError for a field without memory.
template <class Field>
Owner to_dlpack(const Field& field) {
  return exporting::pack(std::make_unique<exporting::Package<exporting::Nothing>>(exporting::Nothing{}), field);
}
/// The same, the tensor taking the field over: its deleter frees the memory too. For what is handed on for good:
/// to_dlpack(std::move(field)).release().
template <class T, class Location, class Backend, class Layout>
Owner to_dlpack(Field<T, Location, Backend, Layout>&& field) {
  auto package = std::make_unique<exporting::Package<Field<T, Location, Backend, Layout>>>(std::move(field));
  const auto& kept = package->kept;
  return exporting::pack(std::move(package), kept);
}

}  // namespace stencil::dlpack
