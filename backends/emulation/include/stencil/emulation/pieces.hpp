// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <stencil/columnwise/pieces.hpp>
#include <stencil/columnwise/stand_in.hpp>
#include <stencil/cpu/cpu.hpp>
#include <stencil/emulation/lanes.hpp>
#include <stencil/emulation/member.hpp>

/// Column functions by emulated threads that go along pieces of columns.
namespace stencil::emulation {

/// Strategy: as cuda::ColumnPieces does, threads go along pieces of columns, `pieces` of each; a whole column where a
/// field is read and written. `lead`: turns before a piece; below zero: as many as the function needs.
struct ColumnPieces {
  static constexpr const char* name = "emulation::ColumnPieces";
  static constexpr bool deals_columns = true;  ///< it carries out column functions
  int pieces = 3;                              ///< of a column
  int lead = -1;                               ///< as many turns as the function needs, by default
};

struct PieceMember : ReadsAhead {
  static constexpr bool reads_memory = true;
  static constexpr bool fields_lie_alike = true;
  static constexpr bool heights_side_by_side = true;
};

template <class Job>
void carry_out(const Job& job, const column_functions::Demands& demands, const ColumnPieces& how) {
  using Thread = PieceMember;
  using detail::checks::Staging;
  detail::assignment::launch_checked(job, demands.staging, cpu::HostMemory{}, [&](const Job& here, Staging staging) {
    if constexpr (column_functions::may_be_in_pieces<Job>) {
      const ColumnGridData& grid = column_functions::grid_of(here);
      const EvaluatedColumns columns = columns_side_by_side(grid, 0);
      column_functions::Pieces pieces;
      if (!column_functions::plan_pieces<Thread>(pieces, here, columns, demands))
        throw Error(column_functions::cannot_cut);
      if (how.lead >= 0) pieces.lead = how.lead;
      const bool whole = staging == Staging::column || pieces.reads_destinations;
      pieces.cut(whole ? 1 : how.pieces);
      constexpr int threads = 4;
      const std::ptrdiff_t all = static_cast<std::ptrdiff_t>(grid.columns) * pieces.number;
      on_threads(threads, [&](int me) {
        for (std::ptrdiff_t i = me; i < all; i += threads)
          column_functions::take_piece<Thread>(here, columns, pieces, i / pieces.number,
                                               static_cast<int>(i % pieces.number));
      });
      return true;
    } else {
      throw Error(column_functions::cannot_cut);
      return false;
    }
  });
}

}  // namespace stencil::emulation
