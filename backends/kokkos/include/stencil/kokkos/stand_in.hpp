// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/output.hpp>
#include <stencil/kokkos/memory.hpp>

/// Destinations whose memory is an operand in another order: all results wait, then are copied.
namespace stencil::kokkos {

template <class L>
struct CopyValues {
  L to;
  L from;
  std::ptrdiff_t columns;
  int rows;

  STENCIL_FUNCTION void operator()(std::ptrdiff_t i) const {
    constexpr bool across = L::layout::columns_contiguous;
    const std::ptrdiff_t column = across ? i % columns : i / rows;
    const std::ptrdiff_t row = across ? i / columns : i % rows;
    to.data[column * to.strides.column() + row * to.strides.level()] =
        from.data[column * from.strides.column() + row * from.strides.level()];
  }
};
template <class ExecutionSpace, class L>
void copy_leaf(const ExecutionSpace& space, const L& to, const L& from, std::ptrdiff_t columns) {
  using Policy = ::Kokkos::RangePolicy<ExecutionSpace, ::Kokkos::IndexType<std::ptrdiff_t>>;
  ::Kokkos::parallel_for("stencil: copy of results that waited", Policy(space, 0, to.rows() * columns),
                         CopyValues<L>{to, from, columns, to.rows()});
}

/// The strides of a copy without gaps.
template <class Layout>
Layout dense_strides(const Layout&, int rows, std::ptrdiff_t columns) {
  return Layout::dense(rows, columns);
}
inline layout::Strided dense_strides(const layout::Strided&, int rows, std::ptrdiff_t) { return {1, rows}; }

/// Calls evaluate(outputs) with every destination replaced by a temporary field, then copies the values back.
template <class ExecutionSpace, class First, class... Rest, class Evaluate>
void through_stand_ins(const ExecutionSpace& space, const Outputs<First, Rest...>& outputs, std::ptrdiff_t columns,
                       const Evaluate& evaluate) {
  using T = typename First::value_type;
  const auto& home = outputs.first.destination;
  const Temporary<ExecutionSpace> memory(
      sizeof(T) * static_cast<std::size_t>(home.rows()) * static_cast<std::size_t>(columns), space);
  First redirected = outputs.first;
  redirected.destination.data = static_cast<T*>(memory.get());
  redirected.destination.strides = dense_strides(home.strides, home.rows(), columns);
  // Where a mask is false, the copy writes what was there before.
  if constexpr (!std::is_same_v<decltype(First::mask), NoMask>) copy_leaf(space, redirected.destination, home, columns);
  if constexpr (sizeof...(Rest) == 0) {
    evaluate(redirected);
  } else {
    through_stand_ins(space, outputs.rest, columns, [&](const auto&... others) { evaluate(redirected, others...); });
  }
  copy_leaf(space, home, redirected.destination, columns);
}

}  // namespace stencil::kokkos
