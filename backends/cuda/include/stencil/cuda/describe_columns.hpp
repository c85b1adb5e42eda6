// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <stencil/cuda/columnwise.hpp>
#include <stencil/cuda/register_needs.hpp>
#include <stencil/cuda/sweep.hpp>
#include <stencil/inspect/symbols.hpp>

/// What explain says of column functions on a device.
namespace stencil::cuda {

/// The kernel that carries out a job; none where it would be refused.
template <int Asked, bool Rings, class Job>
ChosenKernel kernel_of(const Job& job, const column_functions::Demands& demands) {
  ChosenKernel chosen;
  const ColumnGridData& grid = column_functions::grid_of(job);
  const EvaluatedColumns& columns = device_metric(grid).columns();
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  const bool whole = demands.whole || demands.staging == detail::checks::Staging::column;
  const LaunchQueue nowhere(nullptr, &chosen);
  const bool found = carry_out_in_registers<Asked, Rings>(job, columns, count, demands, whole, nowhere);
  if constexpr (Asked == 0 && !Rings) {
    if (!found) carry_out_in_sweeps(job, columns, count, demands, true, nowhere);
  }
  return chosen;
}

/// What is known of a job's kernel before it is compiled.
template <class Of>
KernelOutline outline_of(const ChosenKernel& kernel) {
  return {{kernel.rows_held, kernel.rows_held + (kernel.capped ? 1 : 0)},
          static_cast<int>(Of::widest),
          kernel.most_registers};
}

/// That a kernel needs more registers than it may have, and where to cut its function.
template <class Of, class Job>
std::string needs_a_cut(const Job& job, const plan::Outline& list, const ChosenKernel& kernel) {
  std::vector<std::string> names;
  job.destinations.apply([&](const auto&... to) { (names.push_back(plan::formula(to)), ...); });
  return "its values need more than the " + std::to_string(kernel.most_registers) +
         " registers of a thread, so some are in memory, which is slow; " +
         where_to_cut(list, outline_of<Of>(kernel), names);
}

/// Adds to `x` what the device says of a kernel.
template <class Of, class Job, class Explanation>
void add_figures(const Job& job, const ChosenKernel& kernel, Explanation& x) {
  if (kernel.function == nullptr) return;
  cudaFuncAttributes of{};
  require(cudaFuncGetAttributes(&of, kernel.function), "registers of a kernel");
  x.mapping.registers = of.numRegs;
  x.mapping.local_bytes = static_cast<int>(of.localSizeBytes);
  x.mapping.team += ", " + std::to_string(of.numRegs) + " of at most " + std::to_string(kernel.most_registers) +
                    " registers as compiled";
  if (of.localSizeBytes > 0) x.mapping.team += " and " + std::to_string(of.localSizeBytes) + " bytes of local memory";
  if (kernel.rows_held > 0 && spills(kernel.function, kernel.most_registers))
    x.warnings.push_back(needs_a_cut<Of>(job, x.tree, kernel));
}

/// How a job is dealt, in words. Known: whether the kernel of this job is the one that is taken.
template <int Asked, bool Rings, bool Known, class Job, class Explanation>
void describe_columns(const Job& job, const column_functions::Demands& demands, Explanation& x) {
  using Of = JobShape<Job, Asked>;
  const ColumnGridData& grid = column_functions::grid_of(job);
  ChosenKernel kernel;
  if constexpr (Known) kernel = kernel_of<Asked, Rings>(job, demands);
  if ((Asked == 0 && !Of::is_expression && demands.in_turns && describe_sweeps(job, demands, false, x)) ||
      (Asked == 0 && !Rings && describe_pieces(job, demands, nullptr, x))) {
    x.mapping.team += "; registers are predicted for lanes only";
    add_figures<Of>(job, kernel, x);
    return;
  }
  if (kernel.function == nullptr) {
    kernel.rows_held = rows_in_lane<Of>(grid.levels, grid.periodic, demands);
    kernel.most_registers = registers_of_thread(Of::slots::most_threads, 1);
  }
  const int held = kernel.rows_held;
  x.mapping.registers_predicted = std::min(registers_needed(x.tree, outline_of<Of>(kernel)), kernel.most_registers);
  x.mapping.team = "a lane holds " + std::to_string(held) + " levels, " +
                   (Asked > 0                              ? "as asked for, "
                    : Of::many_results && held == Of::held ? "because results of float64 are many, "
                                                           : "") +
                   (held > Of::held ? "because an operation goes along whole columns, " : "") +
                   (kernel.capped ? "the highest one the face on top too, " : "") +
                   (Of::has_tiles && held == Of::held && !kernel.capped
                        ? "fields go through shared memory where they fit there and operators are many, "
                        : "") +
                   (demands.whole ? "the lanes of a column take turns, or sum and solve together, " : "") + "about " +
                   std::to_string(x.mapping.registers_predicted) + " registers predicted";
  add_figures<Of>(job, kernel, x);
  if (demands.in_turns && many_for_marches<Of>(static_cast<std::ptrdiff_t>(grid.columns))) {
    Explanation asked;
    const bool can_be_swept = !Of::is_expression && describe_sweeps(job, demands, true, asked);
    x.warnings.push_back(
        std::string("lanes take turns in the step of a march, which is slow where the step computes much; ") +
        (can_be_swept ? "with(cuda::ColumnPerThread{}) has a thread take each column"
                      : "with the march in a column function of its own, without solves, masks and marches the other "
                        "way, a thread can take each column"));
  }
}

/// With STENCIL_REFUSE_SPILLS, before a job is carried out. Throws Error where its kernel needs more registers than
/// there are.
template <int Asked, bool Rings, class Job>
void refuse_spills([[maybe_unused]] const Job& job, [[maybe_unused]] const column_functions::Demands& demands) {
#if defined(STENCIL_REFUSE_SPILLS)
  if constexpr (column_functions::may_be_cut<Job>) {
    const ChosenKernel kernel = kernel_of<Asked, Rings>(job, demands);
    if (kernel.function == nullptr || kernel.rows_held == 0 || !spills(kernel.function, kernel.most_registers)) return;
    const auto& all = column_functions::whole_job(job);
    const plan::Outline list = column_functions::Symbols(column_functions::grid_of(job).levels).outline_of(all.root);
    throw Error("a column function is refused because of STENCIL_REFUSE_SPILLS: " +
                needs_a_cut<JobShape<Job, Asked>>(all, list, kernel));
  }
#endif
}

}  // namespace stencil::cuda
