// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "../case/case.hpp"
#include "observer.hpp"
#include "settings.hpp"

namespace single_column {

/// run() of run.hpp on a CUDA device. Each precision and layout is instantiated by four files, made of run_cuda.cu.in,
/// exchange_cuda.cu.in, diffusivities_cuda.cu.in and implicit_step_cuda.cu.in: nvcc takes a minute for each.
template <class Real, class Layout>
void run_on_cuda_in(const Case& a_case, const Settings& settings, Observer& observer);

}  // namespace single_column
