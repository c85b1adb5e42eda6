// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/numbers/band_row.hpp>

namespace stencil::detail::duals {

/// Whether derivatives have a lower precision than a value of T, both numbers or, in vector code, vectors of them.
template <class Slope, class T>
inline constexpr bool less_precise = false;
template <class Slope, class T>
  requires(bands::is_real<Slope> && bands::is_real<T>)
inline constexpr bool less_precise<Slope, T> =
    sizeof(typename bands::ElementOf<Slope>::type) < sizeof(typename bands::ElementOf<T>::type);
template <class Entry, int Low, int High, class T>
inline constexpr bool less_precise<BandRow<Entry, Low, High>, T> = less_precise<Entry, T>;

}  // namespace stencil::detail::duals
