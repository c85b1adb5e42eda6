// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <barrier>
#include <cstddef>

#include <stencil/algorithm/cells.hpp>
#include <stencil/cpu/cpu.hpp>
#include <stencil/emulation/member.hpp>

/// Cells of columns by emulated blocks.
namespace stencil::emulation {

/// Bytes of the largest arena. Where it suffices several columns are taken at a time; what it does not hold is not done
/// by blocks, as on a device whose shared memory is too small.
inline constexpr std::size_t most_bytes_of_cells = std::size_t{64} * 1024;

template <int Held, class F>
void visit_cells(const CellsToShare& share, const F& f, const EvaluatedColumns& columns, std::ptrdiff_t count,
                 const TeamOfCells& team, int dropped) {
  const SharedArena arena(share.bytes() * static_cast<std::size_t>(team.columns()));
  std::barrier<> barrier(team.members());
  on_threads(team.members(), [&](int me) {
    for (std::ptrdiff_t first = 0; first < count; first += team.columns()) {
      const Member member(me, team.members(), barrier, arena.get(), dropped);
      f(member, share, columns, CellsOfMember<Held>(team, share.across, me, first, count));
      barrier.arrive_and_wait();  // the next block uses the same arena
    }
  });
}

/// Shares cells out among four threads, two along a column.
template <class F>
bool share_cells(const ColumnGridData& grid, const CellsToShare& share, const F& f, int dropped) {
  const EvaluatedColumns columns = cpu::column_set<false>(grid);
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  const auto fits = [&](const TeamOfCells& team) {
    return share.bytes() * static_cast<std::size_t>(team.columns()) <= most_bytes_of_cells;
  };
  const TeamOfCells several{2, 2, F::most_held}, one{2, 2, 1};
  if (share.alike && fits(several)) {
    visit_cells<F::most_held>(share, f, columns, count, several, dropped);
    return true;
  }
  if (!fits(one)) return false;
  visit_cells<1>(share, f, columns, count, one, dropped);
  return true;
}

}  // namespace stencil::emulation
