// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include <stencil/assign/contents.hpp>
#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/part.hpp>
#include <stencil/cuda/exchange.hpp>

/// How many levels of a column function's columns a lane holds.
namespace stencil::cuda {

/// Threads of a block whose lanes exchange rows through slots in shared memory: fewer where many results need
/// registers.
constexpr int most_slot_threads(std::size_t results) { return results > 12 ? 256 : 512; }

/// Strategy for column functions: a thread holds `Rows` consecutive levels, 2, 4, 8 or 16. Without it a thread holds
/// 4; or 2 if there are many results in float64; or 8 if operations go along whole columns and there are few results.
/// Ask for more where columns are longer than a block holds otherwise.
template <int Rows>
struct RowsInLane {
  static_assert(Rows == 2 || Rows == 4 || Rows == 8 || Rows == 16,
                "stencil: cuda::RowsInLane<rows> takes 2, 4, 8 or 16 rows");
  static constexpr const char* name = "cuda::RowsInLane";
  static constexpr bool deals_columns = true;  ///< of column functions
};

/// Strategy for solve, and for column functions with solves, newton or repeat_until, on periodic grids. A kernel that
/// goes around takes registers that others would lack and longer to compile, so it is made only where it is asked for.
struct AroundRings {
  static constexpr const char* name = "cuda::AroundRings";
  static constexpr bool deals_columns = true;  ///< of column functions
};

template <class Strategy>
inline constexpr int asked_rows = 0;
template <int Rows>
inline constexpr int asked_rows<RowsInLane<Rows>> = Rows;

/// What the types of an expression's fields say.
template <class N, class Children = children_of<N>>
struct FieldsRead;
template <class N, class... C>
struct FieldsRead<N, ChildList<C...>> {
  static constexpr bool wide = (FieldsRead<C>::wide || ...);        ///< some have values of more than four bytes
  static constexpr bool float32 = (FieldsRead<C>::float32 || ...);  ///< some have values of float32
  static constexpr int with_levels = (0 + ... + FieldsRead<C>::with_levels);
};
template <class T, class Where, class Layout, class Space>
struct FieldsRead<FieldLeaf<T, Where, Layout, Space>, ChildList<>> {
  static constexpr bool wide = sizeof(T) > 4;
  static constexpr int with_levels = std::is_same_v<Where, Surface> ? 0 : 1;
  static constexpr bool float32 = std::is_same_v<scalar_of<std::remove_const_t<T>>, float>;
};

/// Whether an expression has fields at faces.
template <class N>
struct HasFaces {
  static constexpr bool value = any_child<HasFaces, N>;
};
template <class T, class Layout, class Space>
struct HasFaces<FieldLeaf<T, Face, Layout, Space>> {
  static constexpr bool value = true;
};

/// Whether a column function is compiled for lanes of several numbers of rows, among which levels decide.
/// STENCIL_CUDA_LANES_OF_ONE_LENGTH leaves one, in four fifths of the time, for who only sees whether it compiles.
#if defined(STENCIL_CUDA_LANES_OF_ONE_LENGTH)
inline constexpr bool lanes_of_several_lengths = false;
#else
inline constexpr bool lanes_of_several_lengths = true;
#endif

/// What the types of a job say about the way it is dealt. Asked: rows of a lane that a strategy names, or 0.
template <class Job, int Asked>
struct JobShape;
template <class Root, class Mask, class... Destinations, int Asked>
struct JobShape<column_functions::Job<Root, Mask, Destinations...>, Asked> {
  static constexpr bool levels_contiguous =
      !column_functions::goes_across<column_functions::Job<Root, Mask, Destinations...>>;
  /// How lanes of a block exchange rows.
  using slots = BlockExchange<levels_contiguous ? 1 : warp_size, most_slot_threads(sizeof...(Destinations))>;
  /// Results with levels; one per column takes hardly a register.
  static constexpr int count = (0 + ... + (std::is_same_v<typename Destinations::location, Surface> ? 0 : 1));
  /// Fields with levels, read and written.
  static constexpr int fields = FieldsRead<Root>::with_levels + count;
  static constexpr std::size_t widest = std::max({sizeof(typename Destinations::value_type)...});
  /// Whether fields are brought through tiles: of many results the exchanges by barriers take longer than the copies.
  static constexpr bool has_tiles = !levels_contiguous && count >= 4;
  /// Without operations on whole columns it is an expression of many operands, each with an address of its own.
  static constexpr bool is_expression = !column_functions::Contents<Root>::of_rows;
  static constexpr bool many_results = widest > 4 && count >= 4;
  /// Threads of a block where columns are held whole, with at least `least_row_bytes` of each row side by side. With
  /// many results, and with eight rows of float64 in a solve, a block of all threads would take most of a
  /// multiprocessor's registers for itself, and compute and wait for memory in turns.
  static constexpr int usual_threads(int rows_of_lane, bool only_solves) {
    const bool many_registers = count >= 4 || (only_solves && widest > 4 && rows_of_lane == 8);
    return many_registers ? 256 : slots::most_threads;
  }
  static constexpr int least_row_bytes = 32;
  /// Rows of a lane: 4, or 2 where those would not leave the registers to compute with.
  static constexpr int held = Asked > 0 ? Asked : many_results || (is_expression && !levels_contiguous) ? 2 : 4;
  /// For operations on whole columns, which lanes carry out together or in turns: more rows make fewer lanes. They are
  /// compiled for up to eight results, and taken where the compiler finds registers for them.
  static constexpr bool is_small = widest <= 4 && count < 4;
  static constexpr bool may_hold_more = lanes_of_several_lengths && Asked == 0 && !is_expression && count <= 8;
  /// Fields so few that eight rows of float64 leave registers for as many blocks as four do.
  static constexpr bool few_fields = fields <= 4;
  static constexpr int held_whole = !may_hold_more ? held : levels_contiguous || widest <= 4 || few_fields ? 8 : 4;
  static constexpr double worth = is_small ? 0.8 : 1.3;
  /// Where fields have values at faces their top ones may be held beside the highest levels of columns that must be
  /// whole: 65 faces of 64 levels would leave almost half of the lanes without rows.
  static constexpr bool may_cap =
      Asked == 0 && !is_expression && (levels_contiguous || count <= 8) &&
      (HasFaces<Root>::value || ... || std::is_same_v<typename Destinations::location, Face>);
  static constexpr int held_capped = levels_contiguous ? held : held_whole;
};

template <class J, class Range, int Asked>
struct JobShape<column_functions::PartJob<J, Range>, Asked> : JobShape<J, Asked> {
  static constexpr bool may_cap = column_functions::may_cap<column_functions::PartJob<J, Range>>;
};

/// The fraction of a warp's lanes that have rows, if each column lies in one warp; 0 if none fits.
constexpr double busy_lanes(int rows, int held) {
  const int lanes = (rows + held - 1) / held;
  return lanes > warp_size ? 0.0 : static_cast<double>(warp_size / lanes) * rows / (warp_size * held);
}

/// Longer columns are left to blocks, although a warp with eight rows would hold them.
inline constexpr int most_rows_of_warp = 4 * warp_size;

/// Rows of a lane for a job on such columns, unless they do not fit.
template <class Of>
constexpr int rows_in_lane(int levels, bool periodic, const column_functions::Demands& demands) {
  if (Of::held_whole == Of::held || !demands.whole || demands.levels_near || periodic) return Of::held;
  if (!Of::levels_contiguous) return Of::held_whole;
  const int rows = levels + (demands.top_face ? 1 : 0);
  // Fewer lanes are better: waiting for turns, or block exchange of many results, costs more than idle lanes.
  const bool few_lanes = demands.in_turns || (Of::count >= 4 && rows > warp_size * Of::held);
  if (few_lanes) return rows <= warp_size * Of::held_whole ? Of::held_whole : Of::held;
  const bool better = Of::count < 4 && rows <= most_rows_of_warp &&
                      busy_lanes(rows, Of::held_whole) >= Of::worth * busy_lanes(rows, Of::held);
  return better ? Of::held_whole : Of::held;
}

/// Rows of a lane that takes turns with others in the user's marches, with columns contiguous.
inline constexpr int rows_for_marches = 8;
/// Rows of a lane for systems that are solved in blocks.
inline constexpr int rows_for_blocks = 8;
/// Whether lanes of `rows_for_blocks` rows suit such systems. They exchange far more than others do, so they should be
/// few, but those of a warp busy. Capped: such lanes have place for the face on top, and in float64 too few registers
/// for as many warps.
template <class Of>
constexpr bool suits_blocks(int levels, bool capped, const column_functions::Demands& demands) {
  constexpr double worth_of_usual = 0.8, worth_of_five = 0.9;
  const int rows = levels + (demands.top_face ? 1 : 0);
  const double busy = busy_lanes(capped ? levels : rows, rows_for_blocks);
  return !Of::levels_contiguous ||
         (busy > 0 && !(capped && Of::widest > 4) && busy >= worth_of_usual * busy_lanes(rows, Of::held) &&
          (!demands.only_solves || busy >= worth_of_five * busy_lanes(rows, 5)));
}

/// The same with levels contiguous where nothing but solves goes along columns. Their lanes exchange more than others
/// do, so those of a warp are to be filled, if need be with five rows. Where two rows do not hold the column, four
/// leave many results registers.
template <class Of>
constexpr int rows_for_solves(int levels, bool periodic, const column_functions::Demands& demands) {
  constexpr double worth = 1.15;
  const int rows = levels + (demands.top_face ? 1 : 0);
  const int usual = rows_in_lane<Of>(levels, periodic, demands);
  if (!demands.only_solves || periodic || (Of::many_results && rows <= warp_size * Of::held)) return usual;
  const int held = Of::many_results && rows <= warp_size * 4 ? 4 : usual;
  const double with_five = busy_lanes(rows, 5);
  return with_five > 0 && with_five >= worth * busy_lanes(rows, held) ? 5 : held;
}

}  // namespace stencil::cuda
