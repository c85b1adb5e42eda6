// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "../case/case.hpp"
#include "observer.hpp"
#include "settings.hpp"

namespace single_column {

enum class Precision { single_precision, double_precision };
enum class FieldLayout { levels, columns };

/// How the fields are stored.
struct Storage {
  Precision precision = Precision::double_precision;
  FieldLayout layout = FieldLayout::levels;
};

/// run() of run.hpp on the CPU.
void run_on_cpu(const Case& a_case, const Settings& settings, const Storage& storage, Observer& observer);
void run_on_cpu_in_float(FieldLayout layout, const Case& a_case, const Settings& settings, Observer& observer);

#if defined(SINGLE_COLUMN_WITH_CUDA)
/// The same on a CUDA device; in run_cuda.cpp.
void run_on_cuda(const Case& a_case, const Settings& settings, const Storage& storage, Observer& observer);
#endif

}  // namespace single_column
