// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#include <stencil/error.hpp>
#include <stencil/layout.hpp>

namespace stencil {

/// A part of an array of a model, of shape (columns, levels), for wrap_center and wrap_face; levels count upward. Made
/// by levels_first or columns_first; it owns nothing.
template <class T, class Layout>
class ArraySlab {
 public:
  using layout_type = Layout;

  ArraySlab(T* data, std::size_t columns, std::size_t levels, Layout strides)
      : data_(data), columns_(columns), levels_(levels), strides_(strides) {}

  /// `count` columns, the first of them being `first`, counted from 0 in memory: an array without its halo. ShapeError
  /// where there are not as many.
  ArraySlab with_columns(std::size_t first, std::size_t count) const {
    require_part(first, count, columns_, "columns");
    return {at(first, strides_.column()), count, levels_, strides_};
  }
  /// The same for levels, counted upward.
  ArraySlab with_levels(std::size_t first, std::size_t count) const {
    require_part(first, count, levels_, "levels");
    return {at(first, strides_.level()), columns_, count, strides_};
  }
  /// The same array, whose first level in memory is the highest. with_levels() before it counts in memory, after it
  /// from the bottom.
  auto from_top() const {
    T* const lowest = at(levels_ == 0 ? 0 : levels_ - 1, strides_.level());
    if constexpr (Layout::columns_contiguous) {
      return ArraySlab(lowest, columns_, levels_, {-strides_.level()});
    } else {
      return ArraySlab<T, layout::Strided>(lowest, columns_, levels_, {-strides_.level(), strides_.column()});
    }
  }
  /// The same array with a neighbour in memory that the compiler knows of: faster. ShapeError where it is not there.
  template <class Known>
  ArraySlab<T, Known> as() const {
    const auto is_one = [](std::ptrdiff_t stride, std::size_t count) { return stride == 1 || count <= 1; };
    if constexpr (Known::levels_contiguous) {
      if (is_one(strides_.level(), levels_)) return {data_, columns_, levels_, {strides_.column()}};
    } else if constexpr (Known::columns_contiguous) {
      if (is_one(strides_.column(), columns_)) return {data_, columns_, levels_, {strides_.level()}};
    } else {
      return {data_, columns_, levels_, {strides_.level(), strides_.column()}};
    }
    throw ShapeError(describe() + " is not " + Known::name);
  }

  /// 0 asks for columns, 1 for levels.
  std::size_t extent(std::size_t which) const { return which == 0 ? columns_ : levels_; }
  std::ptrdiff_t stride(std::size_t which) const { return which == 0 ? strides_.column() : strides_.level(); }
  T* data_handle() const { return data_; }
  Layout strides() const { return strides_; }

  std::string describe() const {
    return "an array of " + std::to_string(columns_) + " columns, " + std::to_string(stride(0)) +
           " elements apart, and " + std::to_string(levels_) + " levels, " + std::to_string(stride(1)) + " apart,";
  }

 private:
  T* at(std::size_t index, std::ptrdiff_t stride) const {
    return data_ == nullptr ? nullptr : data_ + static_cast<std::ptrdiff_t>(index) * stride;
  }
  void require_part(std::size_t first, std::size_t count, std::size_t have, const char* what) const {
    if (first <= have && count <= have - first) return;
    // What was below zero is shown as such.
    throw ShapeError(describe() + " has no " + std::to_string(static_cast<std::ptrdiff_t>(count)) + " " + what +
                     " from " + std::to_string(static_cast<std::ptrdiff_t>(first)) + " on");
  }

  T* data_;
  std::size_t columns_;
  std::size_t levels_;
  Layout strides_;
};

/// What Fortran declares as t(levels, columns) and C as t[columns][levels]: levels are neighbours in memory. Several
/// horizontal dimensions are one: t(levels, nx, ny) has nx * ny columns.
template <class T>
ArraySlab<T, layout::LevelsContiguous> levels_first(T* data, std::size_t levels, std::size_t columns) {
  return {data, columns, levels, {static_cast<std::ptrdiff_t>(levels)}};
}
/// What Fortran declares as t(columns, levels) and C as t[levels][columns]: columns are neighbours in memory.
template <class T>
ArraySlab<T, layout::ColumnsContiguous> columns_first(T* data, std::size_t columns, std::size_t levels) {
  return {data, columns, levels, {static_cast<std::ptrdiff_t>(columns)}};
}

namespace detail::wrapping {

/// CFI_cdesc_t of ISO_Fortran_binding.h, what a Fortran compiler makes of `real(c_double) :: t(:, :)`. Every compiler
/// has its own, so its header is the user's to include.
template <class Descriptor>
concept FortranDescriptor = requires(const Descriptor& d) {
  d.base_addr;
  d.elem_len;
  d.rank;
  d.dim[0].extent;
  d.dim[0].sm;
};

template <class T, class Descriptor>
ArraySlab<T, layout::Strided> from_fortran(const Descriptor& array, int level_dimension) {
  const auto bytes = static_cast<std::ptrdiff_t>(sizeof(T));
  std::string shape;
  for (int d = 0; d < array.rank; ++d) shape += (d == 0 ? "" : ", ") + std::to_string(array.dim[d].extent);
  const auto refuse = [&](const std::string& why) {
    throw ShapeError("the Fortran array of shape (" + shape + ") and elements of " + std::to_string(array.elem_len) +
                     " bytes " + why);
  };
  if (array.rank != 2) refuse("must have two dimensions, levels and columns");
  if (static_cast<std::ptrdiff_t>(array.elem_len) != bytes)
    refuse("is asked for elements of " + std::to_string(bytes) + " bytes");
  const auto& level = array.dim[level_dimension];
  const auto& column = array.dim[1 - level_dimension];
  if (level.sm % bytes != 0 || column.sm % bytes != 0) refuse("has strides that are not whole elements");
  return {static_cast<T*>(array.base_addr),
          static_cast<std::size_t>(column.extent),
          static_cast<std::size_t>(level.extent),
          {static_cast<std::ptrdiff_t>(level.sm / bytes), static_cast<std::ptrdiff_t>(column.sm / bytes)}};
}

}  // namespace detail::wrapping

/// An assumed-shape argument t(:, :) of a Fortran procedure with bind(C), levels first: any section of any array, also
/// backward. ShapeError unless T has the size of its elements; the kind of number is not checked.
template <class T, detail::wrapping::FortranDescriptor Descriptor>
ArraySlab<T, layout::Strided> levels_first(const Descriptor& array) {
  return detail::wrapping::from_fortran<T>(array, 0);
}
/// The same, columns first.
template <class T, detail::wrapping::FortranDescriptor Descriptor>
ArraySlab<T, layout::Strided> columns_first(const Descriptor& array) {
  return detail::wrapping::from_fortran<T>(array, 1);
}

}  // namespace stencil
