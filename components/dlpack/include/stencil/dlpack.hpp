// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Fields as DLPack tensors and DLPack tensors as fields, without a copy. Target stencil::dlpack.
#include <stencil/dlpack/from_dlpack.hpp>
#include <stencil/dlpack/to_dlpack.hpp>
