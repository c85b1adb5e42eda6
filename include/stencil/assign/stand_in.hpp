// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/output.hpp>
#include <stencil/assign/check.hpp>
#include <stencil/error.hpp>

/// Destinations whose old values are still needed while new ones are computed.
namespace stencil::assignment {

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

template <class F>
void each_destination(Outputs<>&, const Outputs<>&, const F&) {}
/// f(one, other) for the destinations of two evaluations of the same type.
template <class First, class... Rest, class F>
void each_destination(Outputs<First, Rest...>& one, const Outputs<First, Rest...>& other, const F& f) {
  f(one.first.destination, other.first.destination);
  each_destination(one.rest, other.rest, f);
}

/// Whether an evaluation leaves some values of its destinations as they were.
template <class Work>
inline constexpr bool keeps_values = Work::keeps_values;
template <class... O>
inline constexpr bool keeps_values<Outputs<O...>> = (O::masked || ...);

/// run(work) with every destination replaced by dense memory, which then is copied home. `memory` is of a backend:
/// allocate(bytes) gives an owner with get(), copy(to, from) copies all values of a view.
template <class Work, class Memory, class Run>
void through_stand_ins(const Work& work, const Memory& memory, const Run& run) {
  std::remove_const_t<Work> redirected = work;
  std::size_t bytes = 0;
  each_destination(redirected, work, [&](auto&, const auto& home) { bytes += bytes_of(home); });
  const auto held = memory.allocate(bytes);
  auto* at = static_cast<char*>(held.get());
  each_destination(redirected, work, [&](auto& leaf, const auto& home) {
    leaf.strides = dense_strides(home.strides, home.rows(), static_cast<std::ptrdiff_t>(home.grid->columns));
    leaf.data = reinterpret_cast<decltype(leaf.data)>(at);
    at += bytes_of(home);
    // Where nothing is written, the copy home brings back what was there.
    if constexpr (keeps_values<Work>) memory.copy(leaf, home);
  });
  run(redirected);
  each_destination(redirected, work, [&](const auto& leaf, const auto& home) { memory.copy(home, leaf); });
}

/// Has work carried out whose operands were checked. run(work, staging) does it, its results waiting as `staging` says:
/// not at all, or until their column has been read; then it may return false, having done nothing. Otherwise they go to
/// memory of their own first, run(redirected work, Staging::whole), which has to be possible: Error, and nothing is
/// written, where it returns false too.
template <class Work, class Memory, class Run>
void launch_checked(Work& work, checks::Staging staging, const Memory& memory, const Run& run) {
  if (staging != checks::Staging::whole && run(work, staging)) return;
  through_stand_ins(work, memory, [&](Work& those) {
    if (!run(those, checks::Staging::whole))
      throw Error(
          "this backend or strategy cannot carry out the assignment, not even with memory of their own for its "
          "results; leave the strategy out");
  });
}

/// Carries out an evaluation: checks its operands, finds out how its results must wait, and has a backend run it.
/// run(outputs, staging, operands) is as above; `Plan` says which arguments are read before anything is written.
/// Nothing is written when it throws.
template <class Plan, class Outs, class Memory, class Run>
void launch(Outs& outputs, const Memory& memory, const Run& run) {
  plan::OperandList operands;
  checks::check<Plan>(operands, outputs);
  launch_checked(outputs, checks::staging(operands), memory,
                 [&](auto& those, checks::Staging staging) { return run(those, staging, operands); });
}

}  // namespace stencil::assignment
