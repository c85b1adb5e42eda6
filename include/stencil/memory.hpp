// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace stencil {

/// Memory for values, freed the way its backend allocated it.
template <class T>
using Buffer = std::unique_ptr<T[], std::function<void(T*)>>;

}  // namespace stencil
