// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <type_traits>

#include <stencil/inspect/explain.hpp>

namespace stencil {

namespace detail::measuring {

/// Whether a destination's memory is also read.
template <class Pair, class P>
bool reads_its_destination(const Pair& pair, const P& policy) {
  const detail::checks::Extent to = detail::checks::extent(pair.destination);
  plan::OperandList operands;
  plan::add_operands<plan::StoreNothing>(operands, pair.expression);
  plan::add_operands<plan::StoreNothing>(operands, policy.mask);
  bool reads = false;
  for (const plan::Operand& operand : operands) {
    const detail::checks::Extent from = detail::checks::extent(operand.leaf);
    reads = reads || (from.begin < to.end && to.begin < from.end);
  }
  return reads;
}

/// The time [s] of one call of once(). After two calls that do not count, five series are timed, each of as many calls
/// as take some milliseconds, with a wait() at its end; the fastest counts.
template <class Once, class Wait>
double fastest(const Once& once, const Wait& wait) {
  using Clock = std::chrono::steady_clock;
  constexpr double series = 5e-3;  // [s]
  constexpr int most = 10000;
  const auto seconds_of = [&](int calls) {
    const Clock::time_point start = Clock::now();
    for (int i = 0; i < calls; ++i) once();
    wait();
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  seconds_of(1);
  const int calls = static_cast<int>(std::clamp(series / std::max(seconds_of(1), 1e-9), 1.0, double{most}));
  double best = seconds_of(calls);
  for (int i = 1; i < 5; ++i) best = std::min(best, seconds_of(calls));
  return best / calls;
}

}  // namespace detail::measuring

/// explain() with the time of the assignment, which is carried out many times; the fastest counts. Afterwards the
/// destination has the values of one assignment, even if it is an operand. The time is that of the host's clock, read
/// after the backend's wait(policy). With a prediction: measure(div, e).at_bandwidth(4.4e12).
template <IsWritable Destination, class E, class P = AssignmentPolicy<>>
  requires(IsOperand<E> || IsLiteral<E>) && IsPolicy<P>
Explanation measure(const Destination& destination, const E& e, const P& policy = {}) {
  using Backend = typename Destination::backend;
  constexpr bool waits = requires { Backend::wait(policy); };
  static_assert(waits,
                "stencil: measure needs a backend with wait(policy), which the backend of the destination lacks; "
                "docs/backends.md says what a backend consists of");
  Explanation x = explain(destination, e, policy);
  if constexpr (waits) {
    const auto pair = into<true>(destination, e);
    const bool changes = detail::measuring::reads_its_destination(pair, policy);
    Backend::wait(policy);  // for work that gives the destination its values
    const auto before = changes ? destination.to_host() : decltype(destination.to_host()){};
    const auto once = [&] { detail::assignment::run(policy, pair); };
    x.measured_seconds = detail::measuring::fastest(once, [&] { Backend::wait(policy); });
    if (changes) {
      destination.from_host(before);
      once();
    }
  }
  return x;
}

}  // namespace stencil
