// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include <stencil/expression/function_list.hpp>
#include <stencil/offset.hpp>

namespace stencil {

/// A number without a value that counts the operations by which it was computed. Formulas are evaluated on probes at
/// compile time, so that the plan knows what an operator reads and costs.
struct OperationProbe {
  int operations = 0;    ///< including reads of the metric
  int metric_reads = 0;  ///< how many of them are reads of the metric
  STENCIL_FUNCTION constexpr OperationProbe operator-() const { return {operations + 1, metric_reads}; }
  STENCIL_FUNCTION constexpr OperationProbe operator!() const { return {operations + 1, metric_reads}; }
  STENCIL_FUNCTION constexpr OperationProbe operator[](int) const { return *this; }
  // A branch on a probe would hide what its other side reads.
  template <class T>
    requires std::is_same_v<T, bool>
  STENCIL_FUNCTION explicit constexpr operator T() const {
    static_assert(
        !std::is_same_v<T, bool>,
        "stencil: a formula branches with where(condition, a, b), not with if or ?:, so that both sides are seen");
    return false;
  }
};

namespace detail::probing {
STENCIL_FUNCTION constexpr int operations_of(const OperationProbe& p) { return p.operations; }
template <class T>
  requires std::is_arithmetic_v<T>
STENCIL_FUNCTION constexpr int operations_of(const T&) {
  return 0;
}
STENCIL_FUNCTION constexpr int metric_reads_of(const OperationProbe& p) { return p.metric_reads; }
template <class T>
  requires std::is_arithmetic_v<T>
STENCIL_FUNCTION constexpr int metric_reads_of(const T&) {
  return 0;
}
template <class A, class B>
concept Pair = (std::is_same_v<A, OperationProbe> && (std::is_same_v<B, OperationProbe> || std::is_arithmetic_v<B>)) ||
               (std::is_arithmetic_v<A> && std::is_same_v<B, OperationProbe>);
template <class A, class B>
STENCIL_FUNCTION constexpr OperationProbe sum(const A& a, const B& b, int cost) {
  return {operations_of(a) + operations_of(b) + cost, metric_reads_of(a) + metric_reads_of(b)};
}
}  // namespace detail::probing

#define STENCIL_PROBE_BINARY(name, cost)                                   \
  template <class A, class B>                                              \
    requires detail::probing::Pair<A, B>                                   \
  STENCIL_FUNCTION constexpr OperationProbe name(const A& a, const B& b) { \
    return detail::probing::sum(a, b, cost);                               \
  }
STENCIL_PROBE_BINARY(operator+, 1)
STENCIL_PROBE_BINARY(operator-, 1)
STENCIL_PROBE_BINARY(operator*, 1)
STENCIL_PROBE_BINARY(operator/, 8)
STENCIL_PROBE_BINARY(operator<, 1)
STENCIL_PROBE_BINARY(operator<=, 1)
STENCIL_PROBE_BINARY(operator>, 1)
STENCIL_PROBE_BINARY(operator>=, 1)
STENCIL_PROBE_BINARY(operator==, 1)
STENCIL_PROBE_BINARY(operator!=, 1)
STENCIL_PROBE_BINARY(operator&&, 1)
STENCIL_PROBE_BINARY(operator||, 1)
#define STENCIL_PROBE_OF_TWO(name, Type, cost) STENCIL_PROBE_BINARY(name, cost)
STENCIL_FUNCTIONS_OF_TWO(STENCIL_PROBE_OF_TWO)
#undef STENCIL_PROBE_OF_TWO
#undef STENCIL_PROBE_BINARY
#define STENCIL_PROBE_OF_ONE(name, Type, cost)                              \
  STENCIL_FUNCTION constexpr OperationProbe name(const OperationProbe& a) { \
    return {a.operations + cost, a.metric_reads};                           \
  }
STENCIL_FUNCTIONS_OF_ONE(STENCIL_PROBE_OF_ONE)
#undef STENCIL_PROBE_OF_ONE
#define STENCIL_PROBE_OF_THREE(name, Type, cost)                                                       \
  template <class A, class B, class C>                                                                 \
    requires detail::probing::Pair<A, B> || detail::probing::Pair<B, C> || detail::probing::Pair<A, C> \
  STENCIL_FUNCTION constexpr OperationProbe name(const A& a, const B& b, const C& c) {                 \
    return detail::probing::sum(                                                                       \
        OperationProbe{detail::probing::operations_of(a), detail::probing::metric_reads_of(a)},        \
        detail::probing::sum(b, c, 0), cost);                                                          \
  }
STENCIL_FUNCTIONS_OF_THREE(STENCIL_PROBE_OF_THREE)
#undef STENCIL_PROBE_OF_THREE
template <class A, class B>
STENCIL_FUNCTION constexpr OperationProbe where(const OperationProbe& condition, const A& a, const B& b) {
  return {condition.operations + detail::probing::operations_of(a) + detail::probing::operations_of(b) + 1,
          condition.metric_reads + detail::probing::metric_reads_of(a) + detail::probing::metric_reads_of(b)};
}

/// The offsets at which a formula reads one of its arguments, in half levels.
struct ReadOffsets {
  static constexpr int origin = 31;
  int low = 64;
  int high = -64;
  std::uint64_t seen = 0;

  STENCIL_FUNCTION constexpr void add(int halves) {
    if (halves < low) low = halves;
    if (halves > high) high = halves;
    seen |= std::uint64_t{1} << (halves + origin);
  }
  constexpr int count() const { return std::popcount(seen); }
};

/// An argument of a formula that records the offsets at which it is read.
struct ProbeAccessor {
  ReadOffsets* reads;
  template <int H>
  STENCIL_FUNCTION constexpr OperationProbe operator()(LevelOffset<H>) const {
    static_assert(H >= -30 && H <= 30, "stencil: a formula may read at most 15 levels away from its own position");
    reads->add(H);
    return {};
  }
  STENCIL_FUNCTION constexpr OperationProbe operator()() const { return (*this)(here); }
};
/// The metric of a formula on probes. Each of its quantities costs one operation.
struct ProbeMetric {
  template <class Where = LevelOffset<0>>
  STENCIL_FUNCTION constexpr OperationProbe z(Where = {}) const {
    return {1, 1};
  }
  template <class Where = LevelOffset<0>>
  STENCIL_FUNCTION constexpr OperationProbe dz(Where = {}) const {
    return {1, 1};
  }
  template <class Where = LevelOffset<0>>
  STENCIL_FUNCTION constexpr OperationProbe inverse_dz(Where = {}) const {
    return {1, 1};
  }
  STENCIL_FUNCTION constexpr OperationProbe number(double) const { return {}; }
};

/// What the interior formula of an operator reads and costs.
template <int Count>
struct OperatorFootprint {
  ReadOffsets argument[static_cast<unsigned>(Count)];
  int operations = 0;  ///< including reads of the metric
  int metric_reads = 0;
};

namespace detail::probing {
/// Some operator of a type, whose formula can be evaluated on probes. An operator that has no default constructor,
/// because it needs parameters, has without_parameters().
template <class Op>
constexpr Op some() {
  if constexpr (requires { Op::without_parameters(); }) {
    return Op(Op::without_parameters());
  } else {
    return Op{};
  }
}
}  // namespace detail::probing

/// The footprint of the interior formula of an operator with `Count` arguments.
template <class Op, int Count>
constexpr OperatorFootprint<Count> probe_footprint() {
  static_assert(Count >= 1 && Count <= 4, "stencil: an operator takes one to four arguments");
  OperatorFootprint<Count> f{};
  const Op op = detail::probing::some<Op>();
  const ProbeMetric g{};
  auto& a = f.argument;
  const auto note = [&f](const auto& result) {
    f.operations = detail::probing::operations_of(result);
    f.metric_reads = detail::probing::metric_reads_of(result);
  };
  if constexpr (Count == 1) note(op.interior(ProbeAccessor{&a[0]}, g));
  if constexpr (Count == 2) note(op.interior(ProbeAccessor{&a[0]}, ProbeAccessor{&a[1]}, g));
  if constexpr (Count == 3) note(op.interior(ProbeAccessor{&a[0]}, ProbeAccessor{&a[1]}, ProbeAccessor{&a[2]}, g));
  if constexpr (Count == 4) {
    note(op.interior(ProbeAccessor{&a[0]}, ProbeAccessor{&a[1]}, ProbeAccessor{&a[2]}, ProbeAccessor{&a[3]}, g));
  }
  return f;
}

/// The same, computed once.
template <class Op, int Count>
inline constexpr OperatorFootprint<Count> footprint = probe_footprint<Op, Count>();

}  // namespace stencil
