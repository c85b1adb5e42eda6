// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <stencil/algorithm/registers.hpp>

/// How columns are dealt to teams of lanes.
namespace stencil::detail::registers {

/// The lanes of all columns stand in one line, column after column, and a team takes neighbouring ones: whole columns
/// where those fill it, else a piece of the line with a halo, for the formulas need neighbours only inside a column.
/// A column here may be a bundle of columns whose lanes work side by side.
struct Deal {
  std::ptrdiff_t count;   ///< columns
  int lanes;              ///< of a column
  int outside;            ///< lanes at each end of a ring that stand for rows of the other end
  int team;               ///< lanes of a team
  int halo;               ///< lanes at each end of a team that only compute for the others
  int columns;            ///< whole columns of a team; 0: the teams cut columns
  int reciprocal;         ///< of the lanes of a column, times 2^20
  std::uint64_t divisor;  ///< the same times 2^64, for a place in the whole line

  /// Lanes of a team that write.
  STENCIL_FUNCTION int step() const { return columns > 0 ? columns * lanes : team - 2 * halo; }
  std::ptrdiff_t teams() const { return (count * lanes + step() - 1) / step(); }

  STENCIL_FUNCTION LanePosition place(std::ptrdiff_t number, int member) const {
    std::ptrdiff_t column = number * columns;
    int lane = member;
    bool works = lane < step();
    if (columns == 0) {
      const auto start = static_cast<std::uint64_t>(number * step());
      __extension__ using Wide = unsigned __int128;
      column = static_cast<std::ptrdiff_t>(static_cast<std::uint64_t>(static_cast<Wide>(start) * divisor >> 64));
      lane = static_cast<int>(static_cast<std::ptrdiff_t>(start) - column * lanes) + member - halo;
      works = member >= halo && member < team - halo;
      if (lane < 0) lane = 0;  // of the column below, which needs nothing from this team
    }
    const int further = lanes >= team ? static_cast<int>(lane >= lanes) : lane * reciprocal >> 20;
    column += further;
    lane -= further * lanes;
    if (column >= count) {
      column = count - 1;
      works = false;
    }
    return {column, lane - outside, works, outside == 0 && lane == lanes - 1};
  }
};

/// Deals `count` columns of `levels` cells to teams of `team` lanes with `held` rows in each; `reach` is how far from a
/// row the expression reads. `whole`: no column may be cut; where one has more lanes than a team, the result has
/// `columns == 0` all the same.
inline Deal deal(std::ptrdiff_t count, int levels, bool ring, int held, int team, int reach, bool whole) {
  const auto lanes_for = [held](int rows) { return (rows + held - 1) / held; };
  Deal d{count, 0, ring ? lanes_for(reach + 1) : 0, team, lanes_for(reach), 0, 0, 0};
  d.lanes = lanes_for(levels) + 2 * d.outside;
  const int columns = team / d.lanes;
  if (columns > 0 && (whole || columns * d.lanes >= team - 2 * d.halo)) d.columns = columns;
  d.reciprocal = ((1 << 20) + d.lanes - 1) / d.lanes;
  d.divisor = ~std::uint64_t{0} / static_cast<unsigned>(d.lanes) + 1;
  return d;
}

/// 32-bit words that a row of all loaded values takes in registers. Nodes that read whole columns load them row by row
/// and keep none.
template <class N, class Children = children_of<N>>
struct LoadedWords;
template <class N, class... Child>
struct LoadedWords<N, ChildList<Child...>> {
  static constexpr int value = [] {
    if constexpr (sizeof...(Child) > 0) {
      if constexpr (N::child_rows != ChildRows::all) return (LoadedWords<Child>::value + ...);
    }
    return 0;
  }();
};
template <class T, class Where, class Layout, class Space>
struct LoadedWords<FieldLeaf<T, Where, Layout, Space>, ChildList<>> {
  static constexpr int value = std::is_same_v<Where, Surface> ? 0 : static_cast<int>((sizeof(T) + 3) / 4);
};

/// What the types of an evaluation say about the way it is dealt.
template <class Outs>
struct LaneTraits;
template <class... O>
struct LaneTraits<AssignmentOutputs<O...>> {
  /// Rows beyond a row that its value depends on.
  static constexpr int reach = [] {
    int most = 0;
    const auto take = [&most](int halves) { most = (halves + 1) / 2 > most ? (halves + 1) / 2 : most; };
    (take(plan::Reach<typename O::expression_type>::halves), ...);
    (take(plan::Reach<std::remove_const_t<decltype(O::mask)>>::halves), ...);
    return most;
  }();
  /// Whether lanes of a column are neighbours: with any strides too, which arrays that count levels from the top have.
  static constexpr bool levels_contiguous = (!O::destination_type::layout::across && ...);
  static constexpr bool fits = ((detail::registers::fits<typename O::expression_type> &&
                                 detail::registers::fits<std::remove_const_t<decltype(O::mask)>> &&
                                 !std::is_same_v<typename O::location, Surface>) &&
                                ...);
  /// Bytes of the widest destination value.
  static constexpr std::size_t widest = std::max({sizeof(typename O::value_type)...});
  /// Of all operands and masks together, for they are loaded before anything is computed.
  static constexpr int loaded_words =
      ((LoadedWords<typename O::expression_type>::value + LoadedWords<std::remove_const_t<decltype(O::mask)>>::value) +
       ...);
};

}  // namespace stencil::detail::registers
