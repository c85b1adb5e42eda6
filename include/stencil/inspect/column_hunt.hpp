// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/part.hpp>
#include <stencil/field.hpp>
#include <stencil/inspect/hunt_lane.hpp>
#include <stencil/inspect/values_of.hpp>
#include <stencil/table/view.hpp>

/// The search for the first operation of a column function that gives a NaN or an infinity. The backend carries out the
/// function; if a column has such a result, that column is computed again on the host, operation by operation.
namespace stencil::detail::checking {

/// Copies of fields on the host, each made at its first use.
template <class Backend, class Policy>
class HostCopies {
 public:
  HostCopies(const ColumnGridData& grid, const Policy& policy) : grid_(grid), policy_(policy) {}

  /// All values of a field, columns one after the other.
  template <class L>
  const auto& of(const L& leaf) const {
    return in(copies_, leaf);
  }
  template <class L>
  const auto& given(const L& leaf) const {
    return in(results_, leaf);
  }
  /// Copies the present values of a destination, for given().
  template <class L>
  const auto& keep_result(const L& leaf) {
    return in(results_, leaf);
  }
  int levels() const { return grid_.levels; }
  /// The values of a field in memory of the backend.
  template <class L>
  auto copied(const L& leaf) const {
    using T = std::remove_const_t<typename L::value_type>;
    auto field = std::make_shared<Field<T, typename L::location, Backend>>(ColumnGrid(grid_.shared_from_this()));
    detail::values::evaluate_alone<Backend>(leaf, field->target(), grid_, policy_);
    return field;
  }

 private:
  struct Copy {
    const void* data;
    std::ptrdiff_t level, column;
    int rows;
    std::shared_ptr<const void> values;
  };
  template <class L>
  const auto& in(std::vector<Copy>& copies, const L& leaf) const {
    using Values = decltype(copied(leaf)->to_host());
    const Copy wanted{leaf.data, leaf.strides.level(), leaf.strides.column(), leaf.rows(), {}};
    for (const Copy& c : copies) {
      if (c.data == wanted.data && c.level == wanted.level && c.column == wanted.column && c.rows == wanted.rows)
        return *static_cast<const Values*>(c.values.get());
    }
    copies.push_back(wanted);
    copies.back().values = std::make_shared<const Values>(copied(leaf)->to_host());
    return *static_cast<const Values*>(copies.back().values.get());
  }

  const ColumnGridData& grid_;
  const Policy& policy_;
  mutable std::vector<Copy> copies_;
  mutable std::vector<Copy> results_;
};

/// The active cells of a column: all, or those of the strategy ActiveLevelsStrategy.
template <class Memory, class Strategy>
column_functions::ActiveCells active_cells(const Memory& memory, const Strategy& strategy, std::size_t column) {
  if constexpr (requires { Strategy::is_part_of_columns; }) {
    const auto level = [&](const auto& given) -> int {
      if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(given)>>) {
        return given;
      } else {
        return column_functions::level_as_int(memory.of(given)[column]);
      }
    };
    return column_functions::LevelRange<int, int>{level(strategy.range.first), level(strategy.range.last)}.of(
        static_cast<std::ptrdiff_t>(column), memory.levels());
  } else {
    return {0, memory.levels()};
  }
}

/// Adds to `bad` the number of values in each column of a destination that are NaN or infinite.
template <class L, class Memory>
void count_bad(const L& leaf, Memory& memory, const ColumnGridData& grid, std::vector<int>& bad) {
  using Where = typename L::location;
  const auto& host = memory.keep_result(leaf);
  const auto rows = static_cast<std::size_t>(rows_at<Where>(grid.levels));
  for (std::size_t i = 0; i < host.size(); ++i) {
    if (!detail::values::is_finite<Where>(host[i], static_cast<int>(i % rows), grid.levels, grid.periodic))
      ++bad[i / rows];
  }
}

/// Throws ValueError for the first column with such a result.
template <class Job, class Memory, class Strategy>
void hunt_in_columns(const Job& job, const Memory& memory, const Strategy& strategy, const ColumnGridData& grid,
                     const std::vector<int>& bad) {
  const EvaluatedColumns set{grid.levels, grid.periodic, grid.per_column, grid.view<double>(), grid.view<float>()};
  constexpr bool part = requires { Strategy::is_part_of_columns; };
  std::string function = plan::formula(job.root);
  if (function.starts_with("?")) function.erase(0, 1);  // a function with several results
  for (std::size_t c = 0; c < bad.size(); ++c) {
    if (bad[c] == 0) continue;
    const column_functions::ActiveCells cells = active_cells(memory, strategy, c);
    if (cells.count == 0) continue;
    const column_functions::HuntLane<Memory> lane(set, static_cast<std::ptrdiff_t>(c), cells, part, memory);
    column_functions::carry_out(lane, job);
    const column_functions::Finding* finding = lane.first() != nullptr ? lane.first() : lane.elsewhere();
    if (finding == nullptr) continue;  // the value is where a mask is false
    std::string message = finding->what;
    if (finding->place >= 0) message += "; it is operation #" + std::to_string(finding->place) + " of " + function;
    throw ValueError(message, finding->node, c, finding->level);
  }
}

/// Carries out a job. If a result is not finite where it is written, throws ValueError, and the destinations keep their
/// values.
template <class Backend, class P, class Job>
void check_columns(const P& policy, const Job& job, const column_functions::Demands& demands) {
  const ColumnGridData& grid = column_functions::grid_of(job);
  HostCopies<Backend, P> memory(grid, policy);
  const auto before = job.destinations.apply([&](const auto&... to) { return std::make_tuple(memory.copied(to)...); });
  column_functions::carry_out_by<Backend>(policy, job, demands);
  std::vector<int> bad(grid.columns, 0);
  job.destinations.apply([&](const auto&... to) {
    (count_bad(to, memory, grid, bad), ...);
    return 0;
  });
  if (std::count(bad.begin(), bad.end(), 0) == static_cast<std::ptrdiff_t>(bad.size())) return;
  [&]<int... I>(std::integer_sequence<int, I...>) {
    (detail::values::evaluate_alone<Backend>(std::get<I>(before)->node(), argument_at<I>(job.destinations), grid,
                                             policy),
     ...);
  }(std::make_integer_sequence<int, Job::count>{});
  hunt_in_columns(job, memory, policy.strategy, grid, bad);
  column_functions::carry_out_by<Backend>(policy, job, demands);
}

}  // namespace stencil::detail::checking
