// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#include <stencil/assign/check.hpp>
#include <stencil/assign/policy.hpp>
#include <stencil/cuda/chunks.hpp>
#include <stencil/cuda/columns.hpp>
#include <stencil/cuda/columnwise.hpp>
#include <stencil/cuda/expression_pieces.hpp>
#include <stencil/cuda/folds.hpp>
#include <stencil/cuda/registers.hpp>
#include <stencil/cuda/shared_memory.hpp>
#include <stencil/cuda/stand_ins.hpp>
#include <stencil/inspect/explain.hpp>

/// Which strategy carries out an expression on a device, and how.
namespace stencil::cuda {

/// Runs the block algorithm if its tiles fit.
template <class Plan, bool Staged, class Outs>
bool run_in_blocks(Outs& outputs, const EvaluatedColumns& columns, std::ptrdiff_t count, cudaStream_t stream) {
  const BlockShape shape = shape_on_device<Plan, Staged, Outs>(columns.levels, columns.periodic);
  if (shape.fits) launch_blocks<Plan, Staged>(outputs, columns, count, shape, stream);
  return shape.fits;
}

/// What a strategy does with one evaluation; false when it cannot. `in_column`: a destination is read at other rows.
template <class Strategy>
struct Runner {
  template <class Outs>
  static bool run(Outs& outputs, const EvaluatedColumns& columns, std::ptrdiff_t count, bool in_column,
                  cudaStream_t stream) {
    using Plan = typename Strategy::plan_type;
    if (in_column) return run_in_blocks<Plan, true>(outputs, columns, count, stream);
    if (run_in_blocks<Plan, false>(outputs, columns, count, stream)) return true;
    if constexpr (always_fits<Plan, Outs>) {
      return false;
    } else if constexpr (fits_registers<Outs>) {
      return run_in_registers(outputs, columns, count, false, stream);
    } else {
      return run_in_blocks<plan::StoreNothing, false>(outputs, columns, count, stream);
    }
  }
};
template <>
struct Runner<RegisterColumns> {
  template <class Outs>
  static bool run(const Outs& outputs, const EvaluatedColumns& columns, std::ptrdiff_t count, bool in_column,
                  cudaStream_t stream) {
    static_assert(fits_lanes<Outs>,
                  "stencil: cuda::RegisterColumns evaluates center and face expressions; a surface destination, "
                  "at_level and reductions of columns need cuda::ColumnLanes or cuda::Pointwise");
    if constexpr (fits_registers<Outs>) {
      return carry_out_expression_in_pieces(outputs, columns, count, in_column, stream) ||
             run_in_registers(outputs, columns, count, in_column, stream);
    } else if constexpr (fits_lanes<Outs>) {
      return carry_out_expression(outputs, columns, count, in_column, stream);
    }
    return false;
  }
};

/// Whether reductions are carried out by threads that share columns, in one way or the other.
template <class Outs>
inline constexpr bool shares_columns = fits_column_lanes<Outs> || reduces_in_functions<Outs> || reduces_in_chunks<Outs>;

template <>
struct Runner<ColumnLanes> {
  template <class Outs>
  static bool run(Outs& outputs, const EvaluatedColumns& columns, std::ptrdiff_t count, bool in_column,
                  cudaStream_t stream) {
    static_assert(shares_columns<Outs>,
                  "stencil: cuda::ColumnLanes evaluates values per column with reductions of columns in them");
    if (in_column) return false;
    if constexpr (reduces_in_functions<Outs>) {
      if (takes_reductions<Outs>(*outputs.first.destination.grid) &&
          carry_out_reductions(outputs, columns, count, stream))
        return true;
    }
    if constexpr (fits_column_lanes<Outs>) {
      run_in_column_lanes(outputs, columns, count, stream);
      return true;
    } else {
      if constexpr (reduces_in_chunks<Outs>) {
        if (run_in_chunks(outputs, columns, count, stream)) return true;
      }
      return Runner<Pointwise>::run(outputs, columns, count, false, stream);
    }
  }
};

/// Whether a strategy is one for expressions; a compile-time error if not.
template <class Strategy>
constexpr bool evaluates_expressions() {
  constexpr bool does = std::is_same_v<Strategy, RegisterColumns> || requires { typename Strategy::plan_type; };
  static_assert(does,
                "stencil: backend::Cuda evaluates expressions by cuda::RegisterColumns, cuda::SharedMemory, "
                "cuda::Pointwise, cuda::ColumnLanes or without a strategy; others are for column functions and solves");
  return does;
}

/// All strategies here read stored arguments before they write results, as registers do.
template <class Strategy, class Outs>
void launch_expression(Outs& outputs, cudaStream_t stream) {
  if constexpr (evaluates_expressions<Strategy>()) {
    launch<plan::StoreNothing>(
        outputs, stream,
        [&](Outs& those, detail::checks::Staging staging, const EvaluatedColumns& columns, std::ptrdiff_t count) {
          return Runner<Strategy>::run(those, columns, count, staging == detail::checks::Staging::column, stream);
        });
  }
}

template <class Strategy, class Outs>
struct Chosen {
  using type = Strategy;
};
template <class Outs>
struct Chosen<DefaultStrategy, Outs> {
  using per_column = std::conditional_t<shares_columns<Outs>, ColumnLanes, Pointwise>;
  using otherwise = std::conditional_t<DestinationsOf<Outs>::all_at_surface, per_column, SharedMemory>;
  using type = std::conditional_t<fits_lanes<Outs>, RegisterColumns, otherwise>;
};

/// How blocks with tiles would carry out an evaluation on the current device or, if the tiles do not fit, what would.
template <class Used, class Outs, class Explanation>
void explain_blocks(const Outs& outputs, const ColumnGridData& grid, Explanation& x) {
  using Plan = typename Used::plan_type;
  const auto shape_of = [&](bool staged) {
    return staged ? shape_on_device<Plan, true, Outs>(grid.levels, grid.periodic)
                  : shape_on_device<Plan, false, Outs>(grid.levels, grid.periodic);
  };
  // Results that must wait go to tiles of whole columns or, where these do not fit, to a stand-in for the destination.
  const bool in_place = detail::checks::staging<plan::StoreNothing>(outputs) == detail::checks::Staging::column;
  const bool staged = in_place && shape_of(true).fits;
  const BlockShape shape = shape_of(staged);
  if (shape.fits) {
    x.mapping.arena_bytes = shape.bytes;
    x.mapping.barriers = Outs::template height<Plan> + (staged ? 1 : 0);
    x.mapping.team = std::to_string(shape.threads.x * shape.threads.y) + " threads for " +
                     std::to_string(shape.columns) + (shape.columns == 1 ? " column" : " columns");
    if (!shape.whole(grid.levels)) {
      using Tiles = BlockTiles<Plan, Outs>;
      x.mapping.team += ", " + std::to_string(shape.rows) + " levels at a time and, in a tile, up to " +
                        std::to_string(Tiles::height * Tiles::below) + " below and " +
                        std::to_string(Tiles::height * Tiles::above) + " above";
    }
    if (in_place && !staged) x.mapping.team += "; the result first goes to memory of its own";
    const auto values = static_cast<std::size_t>(shape.columns) * static_cast<std::size_t>(shape.pitch);
    detail::explaining::describe_tree<Plan>(outputs, (values + 15) / 16 * 16, x);
  } else {
    constexpr bool registers = fits_registers<Outs>;
    x.mapping.strategy = registers ? RegisterColumns::name : Pointwise::name;
    x.mapping.reason = std::string("the tiles of a column of ") + Used::name + " take " + std::to_string(shape.bytes) +
                       " bytes, more than a block of this device can have";
    if constexpr (registers) explain_registers(outputs, grid, x);
    detail::explaining::describe_tree<std::conditional_t<registers, plan::InRegisters, plan::StoreNothing>>(outputs, 0,
                                                                                                            x);
  }
}

/// How an evaluation would be carried out on the current device.
template <class Strategy, class Outs, class Explanation>
void explain(const Outs& outputs, Explanation& x) {
  using Used = typename Chosen<Strategy, Outs>::type;
  constexpr bool chosen = std::is_same_v<Strategy, DefaultStrategy>;
  const ColumnGridData& grid = *outputs.first.destination.grid;
  x.mapping.strategy = Used::name;
  x.mapping.reason = "asked for";
  if constexpr (std::is_same_v<Used, RegisterColumns>) {
    if (chosen) x.mapping.reason = "the default: values at centers and faces, and formulas that read few rows around";
    if constexpr (fits_registers<Outs>) {
      if (!describe_expression_in_pieces(outputs, x)) explain_registers(outputs, grid, x);
    }
    if (!fits_registers<Outs>) x.mapping.team = "operation by operation, because operands are many";
    detail::explaining::describe_tree<plan::InRegisters>(outputs, 0, x);
  } else if constexpr (std::is_same_v<Used, ColumnLanes>) {
    bool in_functions = false;
    if constexpr (reduces_in_functions<Outs>) in_functions = takes_reductions<Outs>(grid) && folds_in_warps(outputs);
    if (chosen)
      x.mapping.reason = fits_column_lanes<Outs>
                             ? "the default for reductions of columns whose levels are neighbours in memory"
                             : "the default for reductions of columns that are neighbours in memory";
    if (in_functions) {
      x.mapping.team = std::to_string(rows_for_reductions<Outs>(grid)) + " levels in each lane, as in column functions";
    } else if constexpr (!fits_column_lanes<Outs>) {
      const ChunkShape shape(grid.levels, bytes_of_chunk<Outs>);
      if (!reduces_in_chunks<Outs> || !shape.suits) {
        x.mapping.strategy = Pointwise::name;
        x.mapping.reason = "a value per column";
        return explain_blocks<Pointwise>(outputs, grid, x);
      }
      x.mapping.team = std::to_string(shape.threads.y) + " threads for each column, each with chunks of " +
                       std::to_string(detail::folding::chunk) + " levels";
    } else {
      x.mapping.team = std::to_string(detail::folding::group_width(grid.levels + rows_beyond_levels<Outs>)) +
                       " lanes of a warp for each column";
    }
    detail::explaining::describe_tree<typename Used::plan_type>(outputs, 0, x);
  } else if constexpr (evaluates_expressions<Used>()) {
    if (chosen) {
      x.mapping.reason =
          std::is_same_v<Used, Pointwise>
              ? "a value per column"
              : "values of single levels or of whole columns in it, or rows too far apart for cuda::RegisterColumns";
    }
    explain_blocks<Used>(outputs, grid, x);
  }
}

}  // namespace stencil::cuda
