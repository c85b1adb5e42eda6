// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <stencil/cuda/columns.hpp>
#include <stencil/cuda/columnwise.hpp>

/// Reductions and running values of expressions by the lanes of column functions.
namespace stencil::cuda {

/// Whether its values take so little room that sixteen rows of them leave registers to compute with.
template <class Outs>
inline constexpr bool folds_narrow = false;
template <class... O>
inline constexpr bool folds_narrow<AssignmentOutputs<O...>> = !(FieldsRead<typename O::expression_type>::wide || ...);

/// Whether lanes hold columns that are neighbours in memory.
template <class Outs>
inline constexpr bool folds_across =
    !JobShape<std::remove_cvref_t<decltype(column_functions::job_of(std::declval<const Outs&>()))>,
              8>::levels_contiguous;

/// Rows of a lane with which lanes of column functions take a fold of expressions.
template <class Outs>
inline constexpr int rows_for_folds = folds_narrow<Outs> ? 16 : 8;
/// How many fields with levels are read for all results.
template <class Outs>
inline constexpr int fields_folded = 0;
template <class... O>
inline constexpr int fields_folded<AssignmentOutputs<O...>> =
    (0 + ... + FieldsRead<typename O::expression_type>::with_levels);
/// The same for reductions. With levels contiguous those of a few rows take eight, and those of several fields whose
/// columns do not begin at whole words of 16 bytes: a lane then reads its rows one by one, far from those of the next.
template <class Outs>
int rows_for_reductions(const ColumnGridData& grid) {
  const bool few = grid.levels <= 16 || (fields_folded<Outs> > 1 && grid.levels % 4 != 0);
  return !folds_across<Outs> && few ? 8 : rows_for_folds<Outs>;
}

/// Whether they are the faster ones for reductions of columns like these: with levels contiguous where a warp takes two
/// columns or more.
template <class Outs>
bool takes_reductions(const ColumnGridData& grid) {
  const auto [least, most] =
      folds_across<Outs> ? std::pair(17, 256) : std::pair(1, 16 * rows_for_reductions<Outs>(grid));
  return !grid.periodic && grid.levels >= least && grid.levels <= most;
}

/// Whether lanes may hold the top faces of columns beside their highest levels.
template <class Outs>
inline constexpr bool has_top_faces = false;
template <class... O>
inline constexpr bool has_top_faces<AssignmentOutputs<O...>> = rows_beyond_levels<AssignmentOutputs<O...>> > 0 ||
                                                               (std::is_same_v<typename O::location, Face> || ...);

/// Whether lanes of warps, for levels contiguous, know where the fields of a fold lie.
template <class Outs>
bool folds_in_warps(const Outs& outputs) {
  if constexpr (folds_across<Outs>) {
    return true;
  } else {
    const auto job = column_functions::job_of(outputs);
    return rows_for_reductions<Outs>(*outputs.first.destination.grid) == 8
               ? column_functions::common_strides<8>(job).found
               : column_functions::common_strides<rows_for_folds<Outs>>(job).found;
  }
}

/// An expression with an operation on whole columns by the lanes of column functions, with `Held` rows in each. False,
/// and nothing is done, where they do not hold a column or have no registers for it, results must wait or fields lie
/// unlike.
template <int Held, class Outs>
bool carry_out_whole(const Outs& outputs, const EvaluatedColumns& columns, std::ptrdiff_t count, bool in_column,
                     cudaStream_t stream) {
  const auto job = column_functions::job_of(outputs);
  using Job = std::remove_const_t<decltype(job)>;
  using Shape = JobShape<Job, Held>;
  const auto demands = column_functions::traced<DeviceSpace>(job.root, job.mask, *outputs.first.destination.grid);
  const auto carry_out = [&](auto capped) {
    if constexpr (Shape::levels_contiguous) {
      return !in_column && fits_in_registers<Held, Job, SmallWarps, capped>() &&
             carry_out_in_warps<Held, capped>(job, columns, count, demands, true, stream);
    } else {
      return fits_in_registers<Held, Job, typename Shape::slots, capped>() &&
             carry_out_in_slots<Held, false, Shape, capped>(job, columns, count, demands, true, stream);
    }
  };
  if constexpr (has_top_faces<Outs>) {
    if (demands.top_face && column_functions::caps_columns<Held>(job)) return carry_out(std::true_type{});
  }
  return carry_out(std::false_type{});
}
/// Reductions where lanes that fold alone are slower.
template <class Outs>
bool carry_out_reductions(const Outs& outputs, const EvaluatedColumns& columns, std::ptrdiff_t count,
                          cudaStream_t stream) {
  if constexpr (!folds_across<Outs> && rows_for_folds<Outs> != 8) {
    if (rows_for_reductions<Outs>(*outputs.first.destination.grid) == 8)
      return carry_out_whole<8>(outputs, columns, count, false, stream);
  }
  return carry_out_whole<rows_for_folds<Outs>>(outputs, columns, count, false, stream);
}

}  // namespace stencil::cuda
