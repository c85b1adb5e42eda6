// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <stencil/assign/stand_in.hpp>
#include <stencil/kokkos/memory.hpp>

/// Memory for results that must not be written to their destinations yet, because operands overlap these in another
/// order; and the copies afterwards.
namespace stencil::kokkos {

/// The kernel that copies value i of a field, in the order of its memory.
template <class L>
struct CopyValues {
  L to;
  L from;
  std::ptrdiff_t columns;
  int rows;

  STENCIL_FUNCTION void operator()(std::ptrdiff_t i) const {
    constexpr bool across = L::layout::across;
    const std::ptrdiff_t column = across ? i % columns : i / rows;
    const std::ptrdiff_t row = across ? i / columns : i % rows;
    to.data[column * to.strides.column() + row * to.strides.level()] =
        from.data[column * from.strides.column() + row * from.strides.level()];
  }
};
template <class ExecutionSpace, class L>
void copy_leaf(const ExecutionSpace& space, const L& to, const L& from, std::ptrdiff_t columns) {
  using Policy = ::Kokkos::RangePolicy<ExecutionSpace, ::Kokkos::IndexType<std::ptrdiff_t>>;
  ::Kokkos::parallel_for("stencil: copy of a stand-in", Policy(space, 0, to.rows() * columns),
                         CopyValues<L>{to, from, columns, to.rows()});
}

/// The memory that detail::assignment::launch needs for stand-ins, on an instance of an execution space.
template <class ExecutionSpace>
struct SpaceMemory {
  const ExecutionSpace& space;

  Temporary<ExecutionSpace> allocate(std::size_t bytes) const { return Temporary<ExecutionSpace>(bytes, space); }
  template <class L>
  void copy(const L& to, const L& from) const {
    copy_leaf(space, to, from, static_cast<std::ptrdiff_t>(from.grid->columns));
  }
};

}  // namespace stencil::kokkos
