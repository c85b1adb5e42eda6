// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <stencil/columnwise/job.hpp>

/// Destinations whose old values are still needed while new ones are computed.
namespace stencil::column_functions {

/// The strides of a copy without gaps.
template <class Layout>
Layout dense_strides(const Layout&, int rows, std::ptrdiff_t columns) {
  return Layout::dense(rows, columns);
}
inline layout::Strided dense_strides(const layout::Strided&, int rows, std::ptrdiff_t) { return {1, rows}; }

/// Bytes of a dense copy, rounded so that the next one is aligned.
template <class Leaf>
std::size_t bytes_of(const Leaf& leaf) {
  const std::size_t values = static_cast<std::size_t>(leaf.rows()) * leaf.grid->columns;
  return (values * sizeof(typename Leaf::value_type) + 255) / 256 * 256;
}

/// run(job) with every destination replaced by dense memory, which then is copied home. `allocate(bytes)` gives an
/// owner with get(); `copy(to, from)` copies all values of a view. Keeps: `run` does not write all of them.
template <bool Keeps = false, class Root, class Mask, class... Destinations, class Allocate, class Copy, class Run>
void through_stand_ins(const Job<Root, Mask, Destinations...>& job, const Allocate& allocate, const Copy& copy,
                       const Run& run) {
  [&]<int... I>(std::integer_sequence<int, I...>) {
    const auto memory = allocate((bytes_of(argument<I>(job.destinations)) + ...));
    auto* at = reinterpret_cast<char*>(memory.get());
    Job<Root, Mask, Destinations...> redirected = job;
    const auto redirect = [&](auto& leaf, const auto& home) {
      leaf.strides = dense_strides(home.strides, home.rows(), static_cast<std::ptrdiff_t>(home.grid->columns));
      leaf.data = reinterpret_cast<decltype(leaf.data)>(at);
      at += bytes_of(home);
      // Where a mask is false, the copy home brings back what was there.
      if constexpr (Keeps || !std::is_same_v<Mask, NoMask>) copy(leaf, home);
    };
    (redirect(argument<I>(redirected.destinations), argument<I>(job.destinations)), ...);
    run(redirected);
    (copy(argument<I>(job.destinations), argument<I>(redirected.destinations)), ...);
  }(std::make_integer_sequence<int, Job<Root, Mask, Destinations...>::count>{});
}

}  // namespace stencil::column_functions
