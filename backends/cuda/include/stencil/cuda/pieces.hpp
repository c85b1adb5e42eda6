// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

#include <cuda_runtime_api.h>

#include <stencil/columnwise/pieces.hpp>
#include <stencil/cuda/exchange.hpp>
#include <stencil/cuda/job_shape.hpp>
#include <stencil/cuda/launch.hpp>
#include <stencil/cuda/metric_across.hpp>
#include <stencil/cuda/resident_blocks.hpp>
#include <stencil/cuda/spill_warning.hpp>

/// Column functions by threads that go along pieces of columns, where columns are neighbours in memory.
namespace stencil::cuda {

/// Strategy for column functions of fields with columns contiguous, without operations on whole columns other than
/// at_level of fields that are not written: a thread goes along a piece of a column, level by level. Columns are cut
/// into `pieces`, at most 65535; 0: as many as keep a device busy, 1 where a field is read and written. Without it
/// threads do so where columns are many. Throws Error for other functions.
struct ColumnPieces {
  static constexpr const char* name = "cuda::ColumnPieces";
  static constexpr bool deals_columns = true;  ///< of column functions
  int pieces = 0;                              ///< of a column; 0: as many as are fast
};

/// A thread that goes along a piece. Its registers leave a multiprocessor few threads to hide the latency of memory, so
/// the cache brings each row a turn before it is loaded.
template <class Job>
struct PieceThread : DeviceCalls {
  static constexpr bool reads_memory = true;
  static constexpr bool fields_lie_alike = true;
  /// Where it finds heights of columns of their own. Expressions read only heights that all columns share: to count
  /// levels apart would cost them four hundredths of their time.
  static constexpr bool heights_side_by_side = !JobShape<Job, 0>::is_expression;
  static constexpr int threads = 128;  ///< of a block
  static constexpr int blocks = 3;     ///< of a multiprocessor, which must find registers at once
  /// Columns for each multiprocessor below which lanes that hold a few rows each are faster, as measured on an H200.
  static constexpr std::ptrdiff_t columns_needed = 96;
  /// Blocks that take a piece of each column.
  static constexpr std::ptrdiff_t blocks_for(std::ptrdiff_t columns) { return (columns + threads - 1) / threads; }
};

template <class Job>
__global__ void __launch_bounds__(PieceThread<Job>::threads, PieceThread<Job>::blocks)
    carry_out_pieces(const __grid_constant__ Job job, const __grid_constant__ EvaluatedColumns columns,
                     const __grid_constant__ column_functions::Pieces pieces, const std::ptrdiff_t count) {
  const std::ptrdiff_t column = static_cast<std::ptrdiff_t>(blockIdx.x) * PieceThread<Job>::threads + threadIdx.x;
  if (column < count)
    column_functions::take_piece<PieceThread<Job>>(job, columns, pieces, column, static_cast<int>(blockIdx.y));
}

/// Whether the compiler found registers for what a thread keeps of earlier rows. It does not where their number is
/// known at run time only, as after a loop in the function.
template <class Job>
bool keeps_rows_in_registers() {
  static const bool in_registers = [] {
    constexpr std::size_t few_bytes = 128;
    cudaFuncAttributes of{};
    require(cudaFuncGetAttributes(&of, carry_out_pieces<Job>), "registers of a kernel");
    return of.localSizeBytes <= few_bytes;
  }();
  return in_registers;
}

/// Whether columns are so many that threads that go along pieces may be faster than lanes.
template <class Job>
bool are_many(std::ptrdiff_t columns) {
  return columns >= PieceThread<Job>::columns_needed * processors();
}
/// Whether they are, as measured on an H100 and an H200: where operators that read neighbours are many, for which lanes
/// exchange rows, or lanes would have to hold whole columns for at_level. A level of all fields must not be too long:
/// threads are few, and leave memory idle then. Of fewer operators than fields columns must be long, and so must a
/// level, since functions of few numbers move their bytes as fast by lanes.
template <class Job>
bool worth_cutting(std::ptrdiff_t columns, int levels, const column_functions::Demands& demands) {
  using Of = JobShape<Job, 0>;
  constexpr int bytes_of_level = Of::fields * static_cast<int>(Of::widest);
  if (!are_many<Job>(columns) || bytes_of_level > 160) return false;
  if (demands.stencils >= Of::fields || demands.only_levels) return true;
  return 2 * demands.stencils > Of::fields && bytes_of_level >= 32 && levels >= 48;
}

/// Cuts the columns of a job. False where it cannot be carried out so or, unless it is asked for, where lanes are
/// faster. in_column: a destination is read at other rows.
template <class Job>
bool cut_into_pieces(column_functions::Pieces& pieces, const Job& job, const EvaluatedColumns& columns,
                     std::ptrdiff_t count, const column_functions::Demands& demands, bool in_column,
                     const ColumnPieces* asked) {
  using Thread = PieceThread<Job>;
  if (asked == nullptr && !worth_cutting<Job>(count, columns.levels, demands)) return false;
  if (!column_functions::plan_pieces<Thread>(pieces, job, columns, demands)) return false;
  const bool reads_far_apart =
      pieces.reads_heights && columns.heights_per_column &&
      !(Thread::heights_side_by_side && column_functions::HeightsSideBySide::suit(column_functions::grid_of(job), 0));
  if (asked == nullptr && (reads_far_apart || !keeps_rows_in_registers<Job>())) return false;
  if (in_column || pieces.reads_destinations) {
    pieces.cut(1);
  } else if (asked != nullptr && asked->pieces > 0) {
    pieces.cut(asked->pieces);
  } else {
    static ResidentBlocks of_kernel;
    const int resident = of_kernel(reinterpret_cast<const void*>(carry_out_pieces<Job>), Thread::threads, 0);
    pieces.cut_for(Thread::blocks_for(count), std::ptrdiff_t{largest_of(1, resident)} * processors());
  }
  return true;
}

/// False, and nothing is done, where it cannot be carried out so or where lanes are faster.
template <class Job>
bool carry_out_in_pieces(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t count,
                         const column_functions::Demands& demands, bool in_column, const LaunchQueue& queue,
                         const ColumnPieces* asked = nullptr) {
  if constexpr (column_functions::may_be_in_pieces<Job>) {
    column_functions::Pieces pieces;
    if (!cut_into_pieces(pieces, job, columns, count, demands, in_column, asked)) return false;
    using Thread = PieceThread<Job>;
    const auto kernel = carry_out_pieces<Job>;
    constexpr int most = registers_of_thread(Thread::threads, Thread::blocks);
    if (queue.reports(kernel, 1, false, most)) return true;
    const EvaluatedColumns* const read =
        side_by_side(column_functions::grid_of(job), columns, Thread::heights_side_by_side && pieces.reads_heights, 0,
                     asked != nullptr, queue.stream);
    if (read == nullptr) return false;
    [[maybe_unused]] static const bool looked = looked_for_spills(reinterpret_cast<const void*>(kernel), most, job);
    const dim3 blocks(static_cast<unsigned>(Thread::blocks_for(count)), static_cast<unsigned>(pieces.number));
    require(launch_kernel(kernel, {blocks, Thread::threads, 0, queue.stream}, job, *read, pieces, count),
            "launch of a column function");
    return true;
  } else {
    return false;
  }
}

/// In words; false where columns are not cut.
template <class Job, class Explanation>
bool describe_pieces(const Job& job, const column_functions::Demands& demands, const ColumnPieces* asked,
                     Explanation& x) {
  if constexpr (column_functions::may_be_in_pieces<Job>) {
    const ColumnGridData& grid = column_functions::grid_of(job);
    const EvaluatedColumns columns{grid.levels, grid.periodic, grid.per_column};
    column_functions::Pieces pieces;
    if (!cut_into_pieces(pieces, job, columns, static_cast<std::ptrdiff_t>(grid.columns), demands,
                         demands.staging == detail::checks::Staging::column, asked))
      return false;
    x.mapping.team = "a thread goes along " + std::to_string(pieces.rows) + " levels of a column, from " +
                     std::to_string(pieces.lead) + " below them to " + std::to_string(pieces.behind) +
                     " above, because columns are neighbours in memory";
    return true;
  } else {
    return false;
  }
}

}  // namespace stencil::cuda
