// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

#include <stencil/column/global.hpp>
#include <stencil/cuda/accumulate.hpp>
#include <stencil/cuda/columns.hpp>
#include <stencil/cuda/columnwise.hpp>
#include <stencil/cuda/dense.hpp>
#include <stencil/cuda/each_column.hpp>
#include <stencil/cuda/permute.hpp>
#include <stencil/cuda/registers.hpp>
#include <stencil/cuda/shared_memory.hpp>
#include <stencil/cuda/solve.hpp>
#include <stencil/cuda/stand_ins.hpp>
#include <stencil/cuda/statistics.hpp>
#include <stencil/cuda/user_functions.hpp>
#include <stencil/evaluate/check.hpp>
#include <stencil/evaluate/explain.hpp>
#include <stencil/evaluate/policy.hpp>

namespace stencil {

/// A policy that runs on a stream: assign(div, expr, on(stream)).
inline Policy<DefaultStrategy, NoMask, cudaStream_t> on(cudaStream_t stream) { return policy().on(stream); }

namespace cuda {

/// Runs the block algorithm if its tiles fit.
template <class Plan, bool Staged, class Outs>
bool run_in_blocks(Outs& outputs, const ColumnSet& columns, std::ptrdiff_t count, cudaStream_t stream) {
  const Shape shape = shape_on_device<Plan, Staged, Outs>(columns.levels, columns.periodic);
  if (shape.fits) launch_blocks<Plan, Staged>(outputs, columns, count, shape, stream);
  return shape.fits;
}

/// What a strategy does with one evaluation; false when it cannot. `in_column`: a destination is read at other rows.
template <class Strategy>
struct Runner {
  template <class Outs>
  static bool run(Outs& outputs, const ColumnSet& columns, std::ptrdiff_t count, bool in_column, cudaStream_t stream) {
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
  static bool run(const Outs& outputs, const ColumnSet& columns, std::ptrdiff_t count, bool in_column,
                  cudaStream_t stream) {
    static_assert(fits_lanes<Outs>,
                  "stencil: cuda::RegisterColumns evaluates center and face expressions; a surface destination, "
                  "at_level and reductions of columns need cuda::ColumnLanes or cuda::Pointwise");
    if constexpr (fits_registers<Outs>) {
      return run_in_registers(outputs, columns, count, in_column, stream);
    } else if constexpr (fits_lanes<Outs>) {
      return carry_out_expression(outputs, columns, count, in_column, stream);
    }
    return false;
  }
};

template <>
struct Runner<ColumnLanes> {
  template <class Outs>
  static bool run(const Outs& outputs, const ColumnSet& columns, std::ptrdiff_t count, bool in_column,
                  cudaStream_t stream) {
    static_assert(fits_column_lanes<Outs>,
                  "stencil: cuda::ColumnLanes evaluates values per column with reductions of columns in them");
    if constexpr (fits_column_lanes<Outs>) {
      if (!in_column) run_in_column_lanes(outputs, columns, count, stream);
    }
    return !in_column;
  }
};

template <class Strategy, class Outs>
void launch(Outs& outputs, cudaStream_t stream) {
  using Plan = plan::StoreNothing;  // as registers do, all strategies here read before they write
  checks::check<Plan>(outputs);
  const ProfilerRange range(outputs);
  const GridData& grid = *outputs.first.destination.grid;
  const ColumnSet& columns = device_metric(grid).columns();
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  const checks::Staging staging = checks::staging<Plan>(outputs);
  const bool in_column = staging == checks::Staging::column;
  if (staging != checks::Staging::whole && Runner<Strategy>::run(outputs, columns, count, in_column, stream)) return;
  through_device_stand_ins(outputs, count, stream, [&](const auto&... redirected) {
    auto all = make_outputs(redirected...);
    Runner<Strategy>::run(all, columns, count, false, stream);
  });
}

template <class Strategy, class Outs>
struct Chosen {
  using type = Strategy;
};
template <class Outs>
struct Chosen<DefaultStrategy, Outs> {
  using per_column = std::conditional_t<fits_column_lanes<Outs>, ColumnLanes, Pointwise>;
  using otherwise = std::conditional_t<DestinationsOf<Outs>::all_at_surface, per_column, SharedMemory>;
  using type = std::conditional_t<fits_lanes<Outs>, RegisterColumns, otherwise>;
};

/// How an evaluation would be carried out on the current device.
template <class Strategy, class Outs, class Explanation>
void explain(const Outs& outputs, Explanation& x) {
  using Used = typename Chosen<Strategy, Outs>::type;
  constexpr bool chosen = std::is_same_v<Strategy, DefaultStrategy>;
  const GridData& grid = *outputs.first.destination.grid;
  x.mapping.strategy = Used::name;
  x.mapping.reason = "asked for";
  if constexpr (std::is_same_v<Used, RegisterColumns>) {
    if (chosen) x.mapping.reason = "the default: values at centers and faces, and formulas that read few rows around";
    if constexpr (fits_registers<Outs>) explain_registers(outputs, grid, x);
    if (!fits_registers<Outs>) x.mapping.team = "operation by operation, because operands are many";
    explaining::describe_tree<plan::InRegisters>(outputs, 0, x);
  } else if constexpr (std::is_same_v<Used, ColumnLanes>) {
    if (chosen) x.mapping.reason = "the default for reductions of columns whose levels are neighbours in memory";
    x.mapping.team = std::to_string(folding::group_width(grid.levels + rows_beyond_levels<Outs>)) +
                     " lanes of a warp for each column";
    explaining::describe_tree<typename Used::plan_type>(outputs, 0, x);
  } else {
    using Plan = typename Used::plan_type;
    if (chosen) {
      x.mapping.reason =
          std::is_same_v<Used, Pointwise>
              ? "a value per column"
              : "values of single levels or of whole columns in it, or rows too far apart for cuda::RegisterColumns";
    }
    const auto shape_of = [&](bool staged) {
      return staged ? shape_on_device<Plan, true, Outs>(grid.levels, grid.periodic)
                    : shape_on_device<Plan, false, Outs>(grid.levels, grid.periodic);
    };
    // A stage of whole columns that does not fit is a stand-in for the destination instead.
    const bool in_place = checks::staging<plan::StoreNothing>(outputs) == checks::Staging::column;
    const bool staged = in_place && shape_of(true).fits;
    const Shape shape = shape_of(staged);
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
      explaining::describe_tree<Plan>(outputs, (values + 15) / 16 * 16, x);
    } else {
      constexpr bool registers = fits_registers<Outs>;
      x.mapping.strategy = registers ? RegisterColumns::name : Pointwise::name;
      x.mapping.reason = std::string("the tiles of a column of ") + Used::name + " take " +
                         std::to_string(shape.bytes) + " bytes, more than a block of this device can have";
      if constexpr (registers) explain_registers(outputs, grid, x);
      explaining::describe_tree<std::conditional_t<registers, plan::InRegisters, plan::StoreNothing>>(outputs, 0, x);
    }
  }
}

}  // namespace cuda

namespace backend {

/// Fields in device memory, evaluated by one kernel per assignment.
struct Cuda : NothingToReserve {
  static constexpr const char* name = "Cuda";
  using space = DeviceSpace;
  static constexpr bool host_accessible = false;

  /// Makes a device the current one for a scope: each assignment that of its fields.
  using OnDevice = cuda::OnDevice;
  static int device_of(const void* memory) { return cuda::device_of(memory); }
  template <class T>
  static Buffer<T> allocate(std::size_t count) {
    return cuda::allocate<T>(count);
  }
  static void prepare(const GridData& grid) { cuda::make_device_metric(grid); }
  template <class T>
  static void copy_to_host(T* host, const T* memory, std::size_t count) {
    const OnDevice there(device_of(memory));
    cuda::require(cudaMemcpy(host, memory, count * sizeof(T), cudaMemcpyDeviceToHost), "copy of a field to the host");
  }
  template <class T>
  static void copy_from_host(T* memory, const T* host, std::size_t count) {
    const OnDevice there(device_of(memory));
    cuda::require(cudaMemcpy(memory, host, count * sizeof(T), cudaMemcpyHostToDevice), "copy of a field to the device");
  }
  /// Returns when all assignments on the policy's stream have been carried out, without one on the current device's.
  template <class P>
  static void wait(const P& policy) {
    cuda::require(cudaStreamSynchronize(stream_of(policy)), "waiting for a stream");
  }
  /// f(columns, column) for every column of a grid, a thread for each.
  template <class F, class P>
  static void each_column(const GridData& grid, const F& f, const P& policy) {
    cuda::each_column(grid, f, stream_of(policy));
  }
  static constexpr bool rows_side_by_side = true;
  template <class F, class P>
  static void each_row(const GridData& grid, int rows, const F& f, const P& policy) {
    cuda::each_row(grid, rows, f, stream_of(policy));
  }
  /// Memory for one assignment, on its stream.
  template <class P>
  static cuda::Temporary scratch(std::size_t bytes, const P& policy) {
    return cuda::Temporary(bytes, stream_of(policy));
  }
  template <class T, class P>
  static void sort_columns(const ColumnMemory<const T>& keys, const ColumnMemory<T>& sorted,
                           const ColumnMemory<int>& order, ColumnShape shape, bool descending, const P& policy) {
    constexpr bool known = requires { sizeof(cuda::ColumnSorter<T>); };
    static_assert(
        known,
        "stencil: sorting columns on a device needs #include <stencil/cuda/sort.hpp> in this .cu file; it is "
        "apart because CUB brings a namespace ::cuda, beside which a file cannot say using namespace stencil");
    if constexpr (known) {
      cuda::ColumnSorter<T>::run({keys, {}, sorted, order, shape, descending}, stream_of(policy));
    }
  }
  template <class T, class P>
  static void permute_columns(const ColumnMemory<const T>& from, const ColumnMemory<const int>& order,
                              const ColumnMemory<T>& to, ColumnShape shape, const P& policy) {
    cuda::permute_columns(from, order, to, shape, stream_of(policy));
  }
  /// Counts values in bins; waits.
  template <class Task>
  static binning::Tally count(const Task& task) {
    return cuda::count(task);
  }
  /// Of the values of all columns at a row those of some places when they are sorted, result[row * ranks.size() + i].
  template <class T>
  static std::vector<T> ranked(const ColumnMemory<const T>& values, ColumnShape shape,
                               const std::vector<std::ptrdiff_t>& ranks) {
    return cuda::ranked(values, shape, ranks);
  }

  /// What each_column hands its function, for another grid.
  static const ColumnSet& column_set(const GridData& grid) { return cuda::device_metric(grid).columns(); }
  template <class Out, class Arg, class From, class P>
  static void multiply(const Out& output, const Arg& arg, From at, const GridData& from, const DenseMatrix& matrix,
                       checks::Staging staging, const P& policy) {
    cuda::require_device_functions<typename Out::expression_type, Arg>();
    cuda::multiply(output, arg, at, from, matrix, staging, stream_of(policy));
  }
  template <class Job, class P>
  static void carry_out(const Job& job, const column_functions::Demands& demands, const P& policy) {
    cuda::carry_out<cuda::asked_rows<std::remove_cvref_t<decltype(policy.strategy)>>>(job, demands, stream_of(policy));
  }
  template <class Job, class Explanation>
  static void describe_columns(const Job& job, const column_functions::Demands& demands, Explanation& x) {
    cuda::describe_columns(job, demands, x);
  }
  template <class Outputs, class P>
  static void run(Outputs& outputs, const P& policy) {
    cuda::require_device_functions(outputs);
    const auto stream = stream_of(policy);
    using Asked = std::remove_cvref_t<decltype(policy.strategy)>;
    using First = typename Outputs::first_type::expression_type;
    if constexpr (is_solve<First>) {
      cuda::launch_solve<Asked>(outputs, stream);
    } else if constexpr (IsAccumulation<First>) {
      cuda::launch_accumulation(outputs, stream);  // it has one form, whatever the strategy
    } else {
      cuda::launch<typename cuda::Chosen<Asked, Outputs>::type>(outputs, stream);
    }
  }
  template <class Outputs, class P, class Explanation>
  static void explain(const Outputs& outputs, const P&, Explanation& x) {
    cuda::explain<std::remove_cv_t<decltype(P::strategy)>>(outputs, x);
  }
  template <class Outputs, class P, class Explanation>
  static void explain_accumulation(const Outputs& outputs, const P&, Explanation& x) {
    cuda::explain_accumulation(outputs, x);
  }

 private:
  template <class P>
  static cudaStream_t stream_of(const P& policy) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(policy.queue)>, cudaStream_t>) {
      return policy.queue;
    } else {
      return nullptr;
    }
  }
};

}  // namespace backend

template <>
struct BackendOf<DeviceSpace> {
  using type = backend::Cuda;
};

}  // namespace stencil
