// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/as_span.hpp>
#include <stencil/boundary.hpp>
#include <stencil/column/dense.hpp>
#include <stencil/column/global.hpp>
#include <stencil/column/histogram.hpp>
#include <stencil/column/integral.hpp>
#include <stencil/column/mass_borrowing.hpp>
#include <stencil/column/profile.hpp>
#include <stencil/column/remap.hpp>
#include <stencil/column/sort.hpp>
#include <stencil/evaluate/check_values.hpp>
#include <stencil/evaluate/explain.hpp>
#include <stencil/expression/at_level.hpp>
#include <stencil/expression/math.hpp>
#include <stencil/expression/shared.hpp>
#include <stencil/field.hpp>
#include <stencil/grid.hpp>
#include <stencil/matrix.hpp>
#include <stencil/offset.hpp>
#include <stencil/ops.hpp>
#include <stencil/parts.hpp>
#include <stencil/plan/draw.hpp>
#include <stencil/print.hpp>
#include <stencil/version.hpp>
#include <stencil/wrap.hpp>
