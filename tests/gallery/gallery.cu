// SPDX-License-Identifier: BSD-3-Clause
#include "advection_diffusion/run_cuda.cu"
#include "ekman/run_cuda.cu"
#include "heat/run_cuda.cu"
#include "wave/run_cuda.cu"
