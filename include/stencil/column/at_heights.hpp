// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <type_traits>

#include <stencil/assign/grid_of_values.hpp>
#include <stencil/column/at_height.hpp>
#include <stencil/column/at_heights_column.hpp>
#include <stencil/nodes/dense_product.hpp>

namespace stencil {

namespace detail::between_levels {
template <class X, class Z, class Beyond>
struct Children {
  using type = ChildList<X, Z, Beyond>;
  using space = typename CommonSpaceOf<typename X::space, typename Z::space, typename Beyond::space>::type;
};
template <class X, class Z, class Beyond>
  requires(!IsNode<Beyond>)
struct Children<X, Z, Beyond> {
  using type = ChildList<X, Z>;
  using space = typename CommonSpaceOf<typename X::space, typename Z::space>::type;
};
}  // namespace detail::between_levels

/// The values of an expression at a height for each level.
template <class Way, class X, class Z, class Beyond>
struct STENCIL_LAZY AtHeightsNode {
  struct stencil_node {};
  struct stencil_whole_column {};
  using value_type = typename X::value_type;
  using location = typename Z::location;
  using space = typename detail::between_levels::Children<X, Z, Beyond>::space;
  using children = typename detail::between_levels::Children<X, Z, Beyond>::type;
  static constexpr auto child_rows = ChildRows::all;
  static constexpr int cost = 0;
  static constexpr const char* name = "at_height";

  X arg;
  Z height;
  Beyond beyond;
  BetweenGrids grids;

  template <int I, class N>
  static constexpr auto& child(N& node) {
    if constexpr (I == 2) {
      return node.beyond;
    } else {
      return child_of_two<I>(node.arg, node.height);
    }
  }
  template <class NewX, class NewZ>
  auto rebuilt(const NewX& x, const NewZ& z) const {
    return AtHeightsNode<Way, NewX, NewZ, Beyond>{x, z, beyond, grids};
  }
  template <class NewX, class NewZ, class NewBeyond>
  auto rebuilt(const NewX& x, const NewZ& z, const NewBeyond& otherwise) const {
    return AtHeightsNode<Way, NewX, NewZ, NewBeyond>{x, z, otherwise, grids};
  }
  template <class Text>
  std::string text(const Text& of) const {
    std::string arguments = name + of.children(*this);
    const auto add = [&](const std::string& more) { arguments.insert(arguments.size() - 1, ", " + more); };
    if (!std::is_same_v<Way, interpolation::Linear>) add(Way::name);
    if (std::is_same_v<Beyond, NearestLevel>) add("nearest level");
    return arguments;
  }

  template <class At>
  STENCIL_FUNCTION constexpr value_type value(const At&) const {
    static_assert(!std::is_same_v<At, At>,
                  "stencil: at_height of a height for each level stands in the value of a boundary condition or in a "
                  "mask, where no column can be waited for; assign it to a field and use that field there");
    return {};
  }

  /// Each value of x is read for several heights, each height once.
  template <class Backend, int I>
  static constexpr bool reads_values_often = I == 0;
  template <class Into, class Values, class Heights, class Columns>
  auto column_of(const Into& into, const Values& x, const Heights& z, const Columns& from) const {
    return AtHeightsOfColumn<Way, Into, Values, Heights, Beyond>{into, x, z, beyond, from};
  }
  template <class Into, class Values, class Heights, class Otherwise, class Columns>
  auto column_of(const Into& into, const Values& x, const Heights& z, const Otherwise& otherwise,
                 const Columns& from) const {
    return AtHeightsOfColumn<Way, Into, Values, Heights, Otherwise>{into, x, z, otherwise, from};
  }
};

namespace detail::between_levels {
/// The grid of an expression's fields, null where it has none.
template <class N>
KeptObject<ColumnGridData> grid_of_fields(const N& node) {
  const ColumnGridData* grid = grid_of_values(node);
  return grid == nullptr ? KeptObject<ColumnGridData>{} : KeptObject<ColumnGridData>{grid->shared_from_this()};
}

/// Whether at_height of values T can give such a value beyond the levels.
template <class T, class Value>
constexpr bool is_value_beyond() {
  if constexpr (IsOperand<Value>) {
    using N = node_of<Value>;
    return std::is_same_v<typename N::location, Surface> && std::is_constructible_v<T, typename N::value_type>;
  } else {
    return !is_vec<Value>;
  }
}

template <class Way, class X, class Z, class Value = NoNumberBeyond>
auto at_heights(const X& x, const Z& z, const Value& otherwise = {}) {
  using NX = node_of<X>;
  using NZ = node_of<Z>;
  constexpr bool levels =
      names_levels<typename NX::location> && std::is_floating_point_v<scalar_of<typename NX::value_type>>;
  static_assert(levels, "stencil: at_height takes a value of float or double, or of Vecs of them, at centers or faces");
  constexpr bool numbers = std::is_floating_point_v<typename NZ::value_type>;
  static_assert(numbers, "stencil: the heights of at_height are numbers of float or double");
  constexpr bool way = std::is_same_v<Way, interpolation::Linear> || std::is_same_v<Way, interpolation::Cubic> ||
                       std::is_same_v<Way, interpolation::Monotone>;
  static_assert(way, "stencil: at_height interpolates by interpolation::Linear, Cubic or Monotone");
  if constexpr (levels && numbers && way) {
    const auto made = [&](const auto& beyond) {
      using Beyond = std::remove_cvref_t<decltype(beyond)>;
      return AtHeightsNode<Way, NX, NZ, Beyond>{
          as_node(x), as_node(z), beyond, {grid_of_fields(as_node(x)), grid_of_fields(as_node(z))}};
    };
    constexpr bool fits = is_value_beyond<typename NX::value_type, Value>();
    static_assert(fits,
                  "stencil: what at_height gives beyond the levels is a number, a value per column of the type of x, or "
                  "nearest_level");
    if constexpr (!fits) {
      return;
    } else if constexpr (IsOperand<Value>) {
      return made(as_node(otherwise));
    } else if constexpr (IsLiteral<Value>) {
      return made(as_node(static_cast<double>(otherwise)));
    } else {
      return made(otherwise);
    }
  }
}
}  // namespace detail::between_levels

/// What at_height takes for the values beyond the levels.
template <class Value>
concept IsBeyondLevels =
    IsOperand<Value> || IsLiteral<Value> || std::is_same_v<std::remove_cvref_t<Value>, NearestLevel>;

/// x at a height [m] for each level, in units of x: `a = at_height(q, heights(Center{}) - dt * w)`. z: an expression at
/// centers or faces, where the result stands; x, at centers or faces, may be on another grid of as many columns. Below
/// the lowest level of x and above the highest `otherwise`: a number, a value per column or nearest_level; a NaN unless
/// given. On a ring no height is beyond. A NaN in z gives a NaN. It stands anywhere in an expression.
///
/// An argument x that is no field is computed once; z is computed where it is used.
template <IsOperand X, class Height, IsBeyondLevels... Value>
  requires(AtLevels<Height> && sizeof...(Value) < 2 &&
           !(column_functions::IsColumnValue<X> || ... || column_functions::IsColumnValue<Value>) &&
           !column_functions::IsColumnValue<Height>)
auto at_height(X&& x, Height&& z, Value&&... otherwise) {
  refuse_temporaries<X, Height, Value...>();
  return detail::between_levels::at_heights<interpolation::Linear>(x, z, otherwise...);
}
/// The same by a way of interpolation: interpolation::Linear{}, second order; Cubic{}, fourth; Monotone{}, as Cubic{}
/// but without new extremes, at extremes second order: `at_height(q, z, interpolation::Monotone{}, nearest_level)`.
template <IsOperand X, class Height, class Way, IsBeyondLevels... Value>
  requires(AtLevels<Height> && requires { typename Way::stencil_interpolation; } && sizeof...(Value) < 2 &&
           !(column_functions::IsColumnValue<X> || ... || column_functions::IsColumnValue<Value>) &&
           !column_functions::IsColumnValue<Height>)
auto at_height(X&& x, Height&& z, Way, Value&&... otherwise) {
  refuse_temporaries<X, Height, Value...>();
  return detail::between_levels::at_heights<Way>(x, z, otherwise...);
}

/// A compile-time error for heights at levels inside a column function.
template <IsOperand X, class Height, class... Rest>
  requires(AtLevels<Height> && (column_functions::IsColumnValue<X> || column_functions::IsColumnValue<Height> ||
                                (column_functions::IsColumnValue<Rest> || ...)))
STENCIL_FUNCTION constexpr double at_height(const X&, const Height&, const Rest&...) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: inside a column function at_height takes one height per column; assign at_height of a height "
                "for each level to a field before, and give that as an argument");
  return 0;
}
/// A compile-time error for a way of interpolation that stands last.
template <IsOperand X, class Height, IsBeyondLevels Value, class Way>
  requires(AtLevels<Height> && requires { typename Way::stencil_interpolation; })
double at_height(const X&, const Height&, const Value&, Way) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: the way of interpolation of at_height stands before what it gives beyond the levels: "
                "at_height(x, z, interpolation::Cubic{}, 0.0)");
  return 0;
}
/// A compile-time error for a way of interpolation, or the nearest level, at one height per column.
template <IsOperand X, class Height, class Way, class... Value>
  requires(!AtLevels<Height> && (IsOperand<Height> || IsLiteral<Height>) &&
           (requires { typename Way::stencil_interpolation; } || std::is_same_v<Way, NearestLevel>))
STENCIL_FUNCTION constexpr double at_height(const X&, const Height&, Way, const Value&...) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: at one height per column at_height is linear, with a number or a value per column beyond the "
                "levels; ways of interpolation and nearest_level are for a height for each level");
  return 0;
}

}  // namespace stencil
