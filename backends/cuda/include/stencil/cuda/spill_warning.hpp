// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>
#include <string>

#include <stencil/columnwise/part.hpp>
#include <stencil/config.hpp>
#include <stencil/cuda/launch.hpp>
#include <stencil/plan/text.hpp>

namespace stencil::cuda {

STENCIL_COLD inline void warn_of_spills(const std::string& results, int most_registers) {
  const std::string text = "stencil: warning: the assignment to " + results + " needs more than the " +
                           std::to_string(most_registers) +
                           " registers of a thread, so some values are in memory, which is slow; explain of it says "
                           "where to cut (-D STENCIL_ACCEPT_SPILLS leaves this warning out, -D STENCIL_REFUSE_SPILLS "
                           "makes it an error)\n";
  std::fputs(text.c_str(), stderr);
}

/// Warns on the standard error stream where registers do not suffice for the kernel of a job. True: it is called for
/// the first launch of each kernel, as the value of a static variable.
template <class Job>
STENCIL_COLD bool looked_for_spills([[maybe_unused]] const void* kernel, [[maybe_unused]] int most_registers,
                                    [[maybe_unused]] const Job& job) {
#if !defined(STENCIL_ACCEPT_SPILLS)
  if constexpr (column_functions::may_be_cut<Job>) {
    cudaFuncAttributes of{};
    if (cudaFuncGetAttributes(&of, kernel) != cudaSuccess || !spills(of, most_registers)) return true;
    std::string results;
    column_functions::whole_job(job).destinations.apply(
        [&](const auto&... to) { ((results += (results.empty() ? "" : ", ") + plan::formula(to)), ...); });
    warn_of_spills(results, most_registers);
  }
#endif
  return true;
}

}  // namespace stencil::cuda
