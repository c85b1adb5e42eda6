// SPDX-License-Identifier: BSD-3-Clause
#if defined(_OPENMP)
#include <omp.h>
#endif

#include <algorithm>
#include <cstddef>

#include "dispatch.hpp"

namespace single_column {
namespace {

/// A step of a small ensemble takes microseconds; threads that wait for each other in it cost more than they do,
/// above all where other programs want the same cores.
void limit_threads(const Settings& settings) {
#if defined(_OPENMP)
  constexpr std::size_t cells_per_thread = 8192;
  const std::size_t columns = settings.share != nullptr ? settings.share->count() : settings.columns;
  const std::size_t worthwhile = static_cast<std::size_t>(settings.levels) * columns / cells_per_thread;
  const auto available = static_cast<std::size_t>(omp_get_max_threads());
  omp_set_num_threads(static_cast<int>(std::clamp<std::size_t>(worthwhile, 1, available)));
#else
  static_cast<void>(settings);
#endif
}

}  // namespace

void run_on_cpu(const Case& a_case, const Settings& settings, const Storage& storage, Observer& observer) {
  limit_threads(settings);
  if (storage.precision == Precision::double_precision) {
    run_in_layout<double, stencil::backend::Cpu>(storage.layout, a_case, settings, observer);
  } else {
    run_on_cpu_in_float(storage.layout, a_case, settings, observer);
  }
}

}  // namespace single_column
