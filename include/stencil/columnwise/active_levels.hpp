// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/assign/check.hpp>
#include <stencil/assign/devices.hpp>
#include <stencil/assign/policy.hpp>
#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/part.hpp>
#include <stencil/lifetimes.hpp>

namespace stencil {

template <class First, class Last, class Strategy>
struct ActiveLevelsStrategy;

namespace detail::active {

template <class N>
inline constexpr bool is_level = false;
template <class T, class Layout, class Space>
inline constexpr bool is_level<FieldLeaf<T, Surface, Layout, Space>> =
    std::is_integral_v<std::remove_const_t<T>> && !std::is_same_v<std::remove_const_t<T>, bool>;
template <>
inline constexpr bool is_level<int> = true;

/// A number itself; the view of a field; false for what is neither.
template <class E>
constexpr auto level_of(const E& e) {
  if constexpr (std::is_integral_v<E>) {
    return column_functions::level_as_int(e);
  } else if constexpr (IsOperand<E> || IsLiteral<E>) {
    return as_node(e);
  } else {
    return false;
  }
}

/// Throws GridError if a field of levels is not on the destination's grid, ShapeError if it shares its memory.
template <class T, class Layout, class Space, class To>
void require_levels_beside(const FieldLeaf<T, Surface, Layout, Space>& levels, const To& to) {
  static_assert(
      share_memory_space<Space, typename To::space>,
      "stencil: the fields of active levels and the destination live in different memories (host and device); "
      "give all fields the same backend");
#if !defined(NDEBUG)
  detail::lifetimes::require_alive(levels);
#endif
  detail::checks::require_memory(levels, "a field of active levels");
  if (!detail::checks::same_grid(levels.grid, to.grid))
    throw GridError("the destination " + detail::checks::describe(to) + " and a field of active levels, " +
                    detail::checks::describe(levels) + ", live on different grids; make both on the same ColumnGrid");
  if (detail::checks::staging_for(to, levels, plan::ReadAs::neighbours, detail::checks::ReadFor::another) !=
      detail::checks::Staging::none)
    throw ShapeError(
        "the destination " + detail::checks::describe(to) +
        " shares memory with a field of active levels, which is read while it is written; assign to a field "
        "of its own");
}
template <class To>
void require_levels_beside(int, const To&) {}

template <class T, class Layout, class Space>
void list_levels(plan::OperandList& to, const FieldLeaf<T, Surface, Layout, Space>& levels) {
  to.add(levels, plan::ReadAs::neighbours);
}
inline void list_levels(plan::OperandList&, int) {}
/// Throws DeviceError if a field of levels is on another device than a destination.
template <class Backend, class Range, class To>
void require_device_beside([[maybe_unused]] const Range& range, [[maybe_unused]] const To& to) {
  if constexpr (requires { typename Backend::OnDevice; }) {
    plan::OperandList operands;
    operands.add_destination(to);
    list_levels(operands, range.first);
    list_levels(operands, range.last);
    static_cast<void>(detail::checks::one_device<Backend>(operands));
  }
}

/// Adds levels to a strategy. One that wraps another, such as CheckValues, stays the outer one.
template <class First, class Last, class Strategy>
constexpr auto within(const column_functions::LevelRange<First, Last>& range, const Strategy& strategy) {
  return ActiveLevelsStrategy<First, Last, Strategy>{range, strategy};
}
template <class First, class Last, template <class> class Around, class Strategy>
  requires requires(const Around<Strategy>& s) { s.strategy; }
constexpr auto within(const column_functions::LevelRange<First, Last>& range, const Around<Strategy>& around) {
  return Around<ActiveLevelsStrategy<First, Last, Strategy>>{{range, around.strategy}};
}

}  // namespace detail::active

/// Strategy: each column consists of the cells between two levels of its own. Made by active_levels(first, last).
template <class First, class Last, class Strategy = DefaultStrategy>
struct ActiveLevelsStrategy {
  static constexpr const char* name = "ActiveLevels";
  static constexpr bool deals_columns = true;
  static constexpr bool is_part_of_columns = true;
  column_functions::LevelRange<First, Last> range;
  Strategy of_parts{};  ///< the backend's strategy

  /// What levels.with(other) has for a strategy: these levels carried out by `other`. Where `other` already has levels,
  /// it is taken as it is; where it wraps a strategy, as CheckValues does, it wraps the levels.
  template <class Other>
  static constexpr auto carried_out_by(const ActiveLevelsStrategy& levels, const Other& other) {
    if constexpr (detail::active::has_levels<Other>) {
      return other;
    } else {
      static_cast<void>(column_functions::deals_columns<Other>());
      return detail::active::within(levels.range, other);
    }
  }

  /// The job in the active levels. Throws GridError on a ring, and if the fields of levels do not fit the destinations,
  /// DeviceError if they are on another device.
  template <class Backend, class Root, class Mask, class... To>
  auto part_of(const column_functions::Job<Root, Mask, To...>& job) const {
    job.destinations.apply([&](const auto&... to) {
      (require_fit<Backend>(to), ...);
      return 0;
    });
    return column_functions::PartJob<column_functions::Job<Root, Mask, To...>,
                                     column_functions::LevelRange<First, Last>>{job, range};
  }
  /// Whether a backend goes along the active rows of such outputs, formulas without neighbours, by loops of their own.
  template <class Backend, class Outs, class P>
  static constexpr bool goes_along_rows =
      std::is_same_v<Strategy, DefaultStrategy> && requires(const Outs& outputs, const P& policy) {
        Backend::run_in_levels(outputs, policy.strategy.range, policy);
      };
  /// All other assignments of expressions are carried out as column functions, because only these support active
  /// levels.
  template <class Backend, class Outs, class P>
  static void run(const Outs& outputs, const P& policy) {
    if constexpr (goes_along_rows<Backend, Outs, P>) {
      outputs.each([&](const auto& output) { policy.strategy.template require_fit<Backend>(output.destination); });
      Backend::run_in_levels(outputs, policy.strategy.range, policy);
    } else {
      column_functions::run<Backend>(policy, outputs);
    }
  }

 private:
  template <class Backend, class To>
  void require_fit(const To& to) const {
    detail::checks::require_destination(to);
    detail::active::require_device_beside<Backend>(range, to);
    detail::active::require_levels_beside(range.first, to);
    detail::active::require_levels_beside(range.last, to);
    if (to.grid->periodic)
      throw GridError("active_levels: a ring has no lowest and no highest level; use a bounded grid");
  }
};

/// A policy for columns that end at levels of their own, the sea floor or the base of a cloud: `assign(t, e,
/// active_levels(first, last))`. In each column the cells from level `first` to level `last`, both included, are a
/// column by themselves: operators take their boundary conditions at its ends, sums, running values, marches and solves
/// run between them, `at_level` and level numbers count from its lowest cell, and the end faces' spacing is that cell's
/// thickness. Faces are first to last + 1. All else keeps its values, and so does a column with first > last, also of
/// values per column.
///
///   first, last: a SurfaceField of integers, or one number for all columns; what lies outside the grid is cut off.
///   strategy: of the backend, for column functions: active_levels(first, last, cuda::SharedMemory{})
///
/// Results have the same bits as on a grid that consists of the active cells, except for solves on a GPU, which agree
/// to rounding. It combines with other policies: active_levels(first, last).on(stream).with(strategy).where(mask), and
/// active.with(CheckValues<>{}). Sorts, dense operators and remaps refuse it at compile time. With Kokkos it runs on
/// host spaces and on CUDA. Throws GridError on a ring.
template <class First, class Last, class Strategy = DefaultStrategy>
auto active_levels(const First& first, const Last& last, const Strategy& strategy = {}) {
  using Low = std::remove_cvref_t<decltype(detail::active::level_of(first))>;
  using High = std::remove_cvref_t<decltype(detail::active::level_of(last))>;
  constexpr bool levels = detail::active::is_level<Low> && detail::active::is_level<High>;
  static_assert(
      levels,
      "stencil: active_levels takes levels, a SurfaceField<int> or a number; assign an expression of levels to "
      "a SurfaceField<int> first");
  if constexpr (levels && column_functions::deals_columns<Strategy>())
    return with(ActiveLevelsStrategy<Low, High, Strategy>{
        {detail::active::level_of(first), detail::active::level_of(last)}, strategy});
}
/// A compile-time error for one level alone.
template <class Level>
auto active_levels(const Level&) {
  static_assert(!std::is_same_v<Level, Level>,
                "stencil: active_levels takes the first and the last active level, both included: "
                "active_levels(first, last)");
}

}  // namespace stencil
