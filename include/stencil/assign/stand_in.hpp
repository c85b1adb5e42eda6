// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/output.hpp>
#include <stencil/assign/check.hpp>
#include <stencil/error.hpp>

/// Results that cannot be written to their destinations at once, because the old values there are still to be read.
namespace stencil::detail::assignment {

/// The strides of a copy without gaps.
template <class Layout>
Layout dense_strides(const Layout&, int rows, std::ptrdiff_t columns) {
  return Layout::dense(rows, columns);
}
inline layout::Strided dense_strides(const layout::Strided&, int rows, std::ptrdiff_t) { return {1, rows}; }
inline layout::StridedAcross dense_strides(const layout::StridedAcross&, int, std::ptrdiff_t columns) {
  return {{columns, 1}};
}

/// The bytes of a copy without gaps, rounded up so that the next one is aligned.
template <class Leaf>
std::size_t bytes_of(const Leaf& leaf) {
  const std::size_t values = static_cast<std::size_t>(leaf.rows()) * leaf.grid->columns;
  return (values * sizeof(typename Leaf::value_type) + 255) / 256 * 256;
}

template <class F>
void each_destination(AssignmentOutputs<>&, const AssignmentOutputs<>&, const F&) {}
/// f(one, other) for the destinations of two evaluations of the same type.
template <class First, class... Rest, class F>
void each_destination(AssignmentOutputs<First, Rest...>& one, const AssignmentOutputs<First, Rest...>& other,
                      const F& f) {
  f(one.first.destination, other.first.destination);
  each_destination(one.rest, other.rest, f);
}

/// Whether an evaluation keeps some values of its destinations, because of a mask.
template <class Work>
inline constexpr bool keeps_values = Work::keeps_values;
template <class... O>
inline constexpr bool keeps_values<AssignmentOutputs<O...>> = (O::masked || ...);

/// Calls run(work) with every destination replaced by a stand-in, temporary memory without gaps, and then copies the
/// results to the destinations. memory: of a backend; allocate(bytes) returns an owner with get(), and copy(to, from)
/// copies all values of a leaf.
template <class Work, class Memory, class Run>
STENCIL_SELDOM void through_stand_ins(const Work& work, const Memory& memory, const Run& run) {
  std::remove_const_t<Work> redirected = work;
  std::size_t bytes = 0;
  each_destination(redirected, work, [&](auto&, const auto& home) { bytes += bytes_of(home); });
  const auto held = memory.allocate(bytes);
  auto* at = static_cast<char*>(held.get());
  each_destination(redirected, work, [&](auto& leaf, const auto& home) {
    leaf.strides = dense_strides(home.strides, home.rows(), static_cast<std::ptrdiff_t>(home.grid->columns));
    leaf.data = reinterpret_cast<decltype(leaf.data)>(at);
    at += bytes_of(home);
    // Where the evaluation writes nothing, the copy to the destination must not change it.
    if constexpr (keeps_values<Work>) memory.copy(leaf, home);
  });
  run(redirected);
  each_destination(redirected, work, [&](const auto& leaf, const auto& home) { memory.copy(home, leaf); });
}

/// Carries out work whose operands were checked. run(work, staging) does it and returns true. If it has no
/// stand-in of its own for the results of a column (Staging::column), it does nothing and returns false. In this case,
/// and for Staging::whole, run(work, Staging::whole) is called with stand-ins as destinations. Throws Error, with
/// nothing written, if that returns false too.
template <class Work, class Memory, class Run>
void launch_checked(Work& work, detail::checks::Staging staging, const Memory& memory, const Run& run) {
  if (staging != detail::checks::Staging::whole && run(work, staging)) return;
  through_stand_ins(work, memory, [&](Work& those) {
    if (!run(those, detail::checks::Staging::whole))
      throw Error(
          "this backend or strategy cannot carry out the assignment, not even with memory of their own for its "
          "results; leave the strategy out");
  });
}

/// Carries out an evaluation: lists and checks its operands, finds out how long results must be kept in stand-ins, and
/// calls run(outputs, staging, operands) as above. Plan: decides which arguments are read before anything is written.
/// Nothing has been written if it throws.
template <class Plan, class Outs, class Memory, class Run>
void launch(Outs& outputs, const Memory& memory, const Run& run) {
  plan::OperandList operands;
  const auto before = detail::checks::check<Plan>(operands, outputs);
  launch_checked(outputs, before, memory,
                 [&](auto& those, detail::checks::Staging staging) { return run(those, staging, operands); });
}

}  // namespace stencil::detail::assignment
