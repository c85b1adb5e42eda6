// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/config.hpp>

namespace stencil {

/// The N cell centers of a column.
struct Center {
  static constexpr const char* name = "center";
};
/// The N+1 cell faces of a column; face i lies below center i.
struct Face {
  static constexpr const char* name = "face";
};
/// One value per column.
struct Surface {
  static constexpr const char* name = "surface";
};
/// A value that is the same everywhere and therefore fits every location.
struct AnyLocation {
  static constexpr const char* name = "anywhere";
};

/// Rows of a column of `levels` cells at a location.
template <class Location>
STENCIL_FUNCTION constexpr int rows_at(int levels) {
  if constexpr (std::is_same_v<Location, Face>) {
    return levels + 1;
  } else if constexpr (std::is_same_v<Location, Center>) {
    return levels;
  } else {
    return 1;
  }
}
/// The row of a level of a column: from 0, the lowest, upward, or from -1, the highest, downward.
STENCIL_FUNCTION constexpr int row_of_level(int level, int rows) { return level < 0 ? rows + level : level; }

/// The location that lies `Halves` half levels away from `Location`.
template <class Location, int Halves>
using location_at =
    std::conditional_t<Halves % 2 == 0 || !(std::is_same_v<Location, Center> || std::is_same_v<Location, Face>),
                       Location, std::conditional_t<std::is_same_v<Location, Center>, Face, Center>>;

/// Index at location_at<Location, halves> of the point `halves` half levels above index 0 of `Location`.
template <class Location>
STENCIL_FUNCTION constexpr int index_shift(int halves) {
  if (halves % 2 == 0) return halves / 2;
  if constexpr (std::is_same_v<Location, Center>) {
    return (halves + 1) / 2;  // face i lies below center i
  } else {
    return (halves - 1) / 2;
  }
}

/// The location of a combination: AnyLocation yields to Surface, Surface to Center and Face; `void` when they clash.
template <class A, class B>
struct CommonLocation {
  using type = void;
};
template <class A>
struct CommonLocation<A, A> {
  using type = A;
};
template <class A>
struct CommonLocation<A, AnyLocation> {
  using type = A;
};
template <class B>
struct CommonLocation<AnyLocation, B> {
  using type = B;
};
template <>
struct CommonLocation<AnyLocation, AnyLocation> {
  using type = AnyLocation;
};
template <>
struct CommonLocation<Surface, Center> {
  using type = Center;
};
template <>
struct CommonLocation<Surface, Face> {
  using type = Face;
};
template <>
struct CommonLocation<Center, Surface> {
  using type = Center;
};
template <>
struct CommonLocation<Face, Surface> {
  using type = Face;
};

/// Common location of one or more locations.
template <class First, class... Rest>
struct CommonLocationOf {
  using type = First;
};
template <class First, class Second, class... Rest>
struct CommonLocationOf<First, Second, Rest...> {
  using type = typename CommonLocationOf<typename CommonLocation<First, Second>::type, Rest...>::type;
};

}  // namespace stencil
