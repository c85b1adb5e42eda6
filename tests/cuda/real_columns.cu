// SPDX-License-Identifier: BSD-3-Clause
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)  // one layout is then
#include "real.hpp"

#include <stencil/cuda.hpp>

namespace real_models {

Named columns_on_device(const ColumnGrid& grid) { return visited<backend::Cuda, layout::ColumnsContiguous>(grid); }

}  // namespace real_models
#endif
