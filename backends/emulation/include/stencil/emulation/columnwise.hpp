// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/part.hpp>
#include <stencil/columnwise/stand_in.hpp>
#include <stencil/cpu/columnwise.hpp>
#include <stencil/emulation/lanes.hpp>

/// Column functions by emulated lanes.
namespace stencil::emulation {

/// Carries out a column function by teams of as many lanes as the strategy says, or of more if a team must hold whole
/// columns or if formulas read farther.
template <int Held, bool Capped, class Job>
void carry_out_in_lanes(const Job& job, const column_functions::Demands& demands, bool whole,
                        const Lanes<Held>& shape) {
  const ColumnGridData& grid = column_functions::grid_of(job);
  const EvaluatedColumns columns = columns_for_lanes(grid);
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  const int rows = grid.levels + (demands.top_face && !grid.periodic && !Capped ? 1 : 0);
  const int halo = (demands.reach + Held - 1) / Held;
  const int around = grid.periodic ? 2 * ((demands.reach + Held) / Held) : 0;
  const int of_a_column = (rows + Held - 1) / Held + around;
  const int lanes = std::max(shape.lanes, whole ? of_a_column : 2 * halo + 1);
  if (lanes > SlotExchange::most_lanes)
    throw ShapeError("a column of " + std::to_string(rows) + " rows takes " + std::to_string(lanes) +
                     " emulated lanes, of which there are " + std::to_string(SlotExchange::most_lanes) +
                     " at most; give each more rows, emulation::Lanes<16>");
  const auto deal = detail::registers::deal(count, rows, grid.periodic, Held, lanes, demands.reach, whole);
  run_teams(deal, shape.dropped_barrier, [&](const LanePosition& place, const SlotExchange& exchange) {
    const auto lane = column_functions::lane_for<Held, ColumnEnds::either, Capped>(job, columns, place,
                                                                                   place.column + 1 == count, exchange);
    column_functions::carry_out(lane, job);
  });
}

template <class Job, class Shape>
  requires requires { Shape::caps; }
void carry_out(const Job& job, const column_functions::Demands& demands, const Shape& shape) {
  constexpr int held = Shape::held;
  using detail::checks::Staging;
  detail::assignment::launch_checked(job, demands.staging, cpu::HostMemory{}, [&](const Job& here, Staging staging) {
    const bool whole = demands.whole || staging == Staging::column;
    if constexpr (Shape::caps && column_functions::may_cap<Job>) {
      if (whole && demands.top_face && column_functions::caps_columns<held>(here)) {
        carry_out_in_lanes<held, true>(here, demands, true, shape);
        return true;
      }
    }
    carry_out_in_lanes<held, false>(here, demands, whole, shape);
    return true;
  });
}

}  // namespace stencil::emulation
